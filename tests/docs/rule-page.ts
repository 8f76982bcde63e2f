import type { listRules } from '../../conformance/list.js';
import { operations } from '../../contract/operations/index.js';
import type { Need, Rule } from '../../engine/run/rule.js';
import { isJudge, isWrite } from '../../engine/run/rule.js';
import { checkText } from '../../reporters/check-text.js';
import { counted } from '../../reporters/numbers.js';
import { terminalText } from '../../reporters/terminal-text.js';
import { type Example, examplesOf } from './example.js';
import { type Trial, trial } from './trial.js';

type Listed = ReturnType<typeof listRules>['rules'][number];

const LEVELS = {
  must: 'must: the document says it, and a difference fails the run',
  should: 'should: the document does not say it, but readers or the HTTP RFCs expect it; a difference is a warning',
  gap: 'gap: the document leaves it open, so nothing is demanded and what the target does is told',
};
const NEEDS: Readonly<Record<Need, string>> = {
  answer: 'a plain request that succeeds',
  records: 'at least one record',
  several: 'at least three records',
  credential: 'a credential, so that its absence can be tried',
};
/** How many requests and findings an example shows. */
const REQUESTS = 12;
const FINDINGS = 2;
const LINE = 150;

const fenced = (text: string) => ['~~~~text', text, '~~~~'];

/** Text in which each id, whole or cut off, is told by the order in which it came: which one it is says nothing. */
function withoutIds(text: string): string {
  const ids = new Map<string, string>();
  return text.replace(/\b[0-9a-f]{8}-[0-9a-f-]{3,27}/gi, (id) => {
    const known = ids.get(id) ?? `{id-${ids.size + 1}}`;
    ids.set(id, known);
    return known;
  });
}

/** A request as a reader writes it, without the escapes of URLs. */
function readable(request: string): string {
  try {
    return terminalText(decodeURIComponent(request), LINE);
  } catch {
    return terminalText(request, LINE);
  }
}

function requestsOf(operation: string, own: readonly string[]): string[] {
  if (own.length === 0) return ['Nothing of its own: the plain requests that a run begins with are enough.'];
  const shown = own.slice(0, REQUESTS);
  const more = own.length - shown.length;
  return [
    `To \`${operation}\` of the reference, with the escapes of URLs undone:`,
    '',
    ...fenced([...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')),
  ];
}

function failureOf(title: string, { check, report }: Trial): string[] {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  return [
    '',
    '## What a failure looks like',
    '',
    `Of a reference of which this is wrong: ${title}.`,
    '',
    ...fenced(withoutIds(checkText(check, exchanges, FINDINGS))),
  ];
}

function observedOf({ report }: Trial, clause: string): string[] {
  const observed = report.observations
    .filter((one) => one.clause === clause)
    .map(({ value }) => terminalText(value, 400));
  return ['', '## What is told', '', 'Of the reference:', '', ...fenced(observed.join('\n'))];
}

/** Requests that another run of the same operation does not send, or not as often: those of the rule itself. */
function besides(requests: Trial['requests'], others: Trial['requests']): string[] {
  return [...requests].flatMap(([request, times]) => {
    const own = times - (others.get(request) ?? 0);
    if (own <= 0) return [];
    return own === 1 ? [readable(request)] : [`${readable(request)}  (${own} times)`];
  });
}

/** How many broken references are tried: of some a rule finds nothing in a run of its own. */
const TRIED = 4;

/** The first of the broken references in which a rule finds something when it runs alone, and what it found. */
async function failureOfAny(rule: string, examples: readonly Example[]) {
  // A rule that judges may need what the others of its law ask for.
  for (const rules of [[rule], [`${rule.split('.')[0]}.*`]]) {
    for (const example of examples.slice(0, TRIED)) {
      const broken = await trial(rule, example.operation, [example.hook], rules);
      if (broken.check.outcome === 'fail') return { example, broken };
    }
  }
  return undefined;
}

/** What a page says of a rule beside what the rule and its clause say themselves. */
interface Told {
  readonly sent: readonly string[];
  readonly seen: readonly string[];
}

/** Of a rule that reads: its requests, and what it made of a reference, both from runs. */
async function toldOfReads(listed: Listed, rule: Rule): Promise<Told> {
  const readable = listed.operations.filter((id) => operations.some((one) => one.id === id && one.tier === undefined));
  const examples = examplesOf(listed.id).filter((one) => readable.includes(one.operation));
  const shown = await failureOfAny(listed.id, examples);
  const operation = shown?.example.operation ?? readable[0] ?? '';
  const sound = await trial(listed.id, operation);
  const sent = isJudge(rule)
    ? ['Nothing of its own: it judges every answer to a valid request, whichever rule asked for it.']
    : requestsOf(operation, besides(sound.requests, (await trial('answers.json', operation)).requests));
  const observed = listed.level === 'gap' ? observedOf(sound, listed.clause) : [];
  return { sent, seen: [...observed, ...(shown === undefined ? [] : failureOf(shown.example.title, shown.broken))] };
}

/** The option without which a rule that writes is left out. */
function flagOf({ operations: asked }: Listed): string {
  const tiers = operations.filter(({ id }) => asked.includes(id)).map(({ tier }) => tier);
  return tiers.includes('destroy') ? '--allow-destroy' : '--allow-writes';
}

/**
 * Of a rule that writes: which requests it may send, since how many and to which records depends on the data of the
 * target, and what it made of a reference, from a run.
 */
async function toldOfWrites(listed: Listed): Promise<Told> {
  const own = operations.filter(({ id, tier }) => listed.operations.includes(id) && tier !== undefined);
  const lines = own.map(({ binding: { method, path } }) => `${method} /${path}`);
  const words = [
    `Only with \`${flagOf(listed)}\`, to records that the run has chosen and written down before, and reads of them:`,
    '',
    ...fenced(lines.join('\n')),
  ];
  if (listed.level === 'gap') {
    const sound = await trial(listed.id, own[0]?.id ?? '');
    return { sent: words, seen: observedOf(sound, listed.clause) };
  }
  const examples = examplesOf(listed.id).filter(({ operation }) => own.some(({ id }) => id === operation));
  const shown = await failureOfAny(listed.id, examples);
  return { sent: words, seen: shown === undefined ? [] : failureOf(shown.example.title, shown.broken) };
}

/** The page of a rule as Markdown, made from the rule, its clause, and runs of it on the reference. */
export async function rulePage(listed: Listed, rule: Rule): Promise<string> {
  const { sent, seen } = isWrite(rule) ? await toldOfWrites(listed) : await toldOfReads(listed, rule);
  const checked = [...new Set(listed.operations)];
  const lines = [
    `# ${listed.id}`,
    '',
    `- Clause: \`${listed.clause}\`, from the section "${listed.section}"`,
    `- Level: ${LEVELS[listed.level]}`,
    `- Needs: ${rule.needs.map((need) => NEEDS[need]).join(', ') || 'nothing'}`,
    `- Checked of ${counted(checked.length, 'operation')}: ${checked.map((id) => `\`${id}\``).join(', ')}`,
    '',
    '## What is sent',
    '',
    ...sent,
    '',
    '## What must happen',
    '',
    listed.level === 'gap' ? `Nothing must. What is looked at: ${listed.title}.` : `${listed.title}.`,
    ...seen,
    '',
    '## Look at it yourself',
    '',
    `\`touchstone check --base-url URL ${isWrite(rule) ? `${flagOf(listed)} ` : ''}--rule ${listed.id}\` checks this rule alone; \`touchstone replay RUN.json OPERATION/${listed.id} --base-url URL\``,
    'looks at one check of a run again.',
  ];
  return `${lines.join('\n')}\n`;
}
