import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { listRules } from '../../conformance/list.js';
import { operations } from '../../contract/operations/index.js';
import type { JudgeRule, Need, Rule } from '../../engine/run/rule.js';
import { isJudge, isWrite } from '../../engine/run/rule.js';
import { checkText } from '../../reporters/check-text.js';
import { counted } from '../../reporters/numbers.js';
import { terminalText } from '../../reporters/terminal-text.js';
import { type Example, examplesOf } from './example.js';
import { type Trial, trial } from './trial.js';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'rules');

type Listed = ReturnType<typeof listRules>['rules'][number];

const LEVELS = {
  must: 'must: required by the document; a deviation fails the run',
  should: 'should: not required by the document, but expected by clients or the HTTP RFCs; a deviation is a warning',
  gap: 'gap: the document does not specify it, so nothing is required and the behaviour is only reported',
};
const NEEDS: Readonly<Record<Need, string>> = {
  answer: 'a plain request that succeeds',
  records: 'at least one record',
  several: 'at least three records',
  credential: 'a credential, to test requests without it',
};
/** Maximum number of requests and findings in an example. */
const REQUESTS = 12;
const FINDINGS = 2;
const LINE = 150;

const fenced = (text: string) => ['~~~~text', text, '~~~~'];

/** Replaces each id, also truncated ones, with a number by order of occurrence, because the actual ids are random. */
function withoutIds(text: string): string {
  const ids = new Map<string, string>();
  const untraced = text.replace(/^Trace: .*\n/gm, '');
  return untraced.replace(/\b[0-9a-f]{8}-[0-9a-f-]{3,27}/gi, (id) => {
    const known = ids.get(id) ?? `{id-${ids.size + 1}}`;
    ids.set(id, known);
    return known;
  });
}

/** A request with its URL decoded, for readability. */
function readable(request: string): string {
  try {
    return terminalText(decodeURIComponent(request), LINE);
  } catch {
    return terminalText(request, LINE);
  }
}

function requestsOf(operation: string, own: readonly string[]): string[] {
  if (own.length === 0) return ['No additional requests: this rule uses the plain requests at the start of a run.'];
  const shown = own.slice(0, REQUESTS);
  const more = own.length - shown.length;
  return [
    `To \`${operation}\` of the reference (URLs decoded):`,
    '',
    ...fenced([...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')),
  ];
}

const defectOf = (title: string) => `Output for a reference with this defect: ${title}.`;

function failureOf(title: string, { check, ...trial }: Trial): string[] {
  const exchanges = new Map(trial.exchanges.map((exchange) => [exchange.id, exchange]));
  return [
    '',
    '## What a failure looks like',
    '',
    defectOf(title),
    '',
    ...fenced(withoutIds(checkText(check, exchanges, FINDINGS))),
  ];
}

function observedOf({ observations }: Trial, clause: string): string[] {
  const observed = observations.filter((one) => one.clause === clause).map(({ value }) => terminalText(value, 400));
  return ['', '## Output', '', 'For the reference:', '', ...fenced(observed.join('\n'))];
}

/** The requests of the rule itself: those that another run of the same operation does not send, or sends less often. */
function additional(requests: Trial['requests'], others: Trial['requests']): string[] {
  return [...requests].flatMap(([request, times]) => {
    const own = times - (others.get(request) ?? 0);
    if (own <= 0) return [];
    return own === 1 ? [readable(request)] : [`${readable(request)}  (${own} times)`];
  });
}

/** Maximum number of broken references to try, because a rule may find nothing in some of them when it runs alone. */
const ATTEMPTS = 4;

/** The file of the page of a rule. */
export const pageFile = (rule: string): string => join(FOLDER, `${rule}.md`);

/** The page of a rule as it is now, or an empty text for a new rule. */
function pageBefore(rule: string): string {
  const file = pageFile(rule);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** The broken references to try: first those that the page already shows. */
function candidatesOf(rule: string, examples: readonly Example[]): readonly Example[] {
  const page = pageBefore(rule);
  const isShown = ({ title }: Example) => page.includes(defectOf(title));
  return examples.toSorted((one, other) => Number(isShown(other)) - Number(isShown(one))).slice(0, ATTEMPTS);
}

/** The first broken reference in which a rule finds something, and its run. */
async function failureOfAny(rule: string, examples: readonly Example[]) {
  const candidates = candidatesOf(rule, examples);
  // A rule that judges may need the requests of the other rules of its law.
  for (const rules of [[rule], [`${rule.split('.')[0]}.*`]]) {
    for (const example of candidates) {
      const broken = await trial(rule, example.operation, [example.hook], rules);
      if (broken.check.outcome === 'fail') return { example, broken };
    }
  }
  return undefined;
}

/** The parts of a page that come from runs: the requests, and the output or an example failure. */
interface Trials {
  readonly sent: readonly string[];
  readonly seen: readonly string[];
}

const plain = new Map<string, Promise<Trial>>();

/** The run that sends the plain requests of an operation and no others; one for the pages of all rules. */
function plainTrial(operation: string): Promise<Trial> {
  const known = plain.get(operation) ?? trial('answers.json', operation);
  plain.set(operation, known);
  return known;
}

/** The requests of a rule that sends none. */
function judgedBy({ accepted = false, unanswered = false }: JudgeRule): string[] {
  if (unanswered)
    return [
      'No requests of its own: this rule checks whether those of the other rules of the operation get a response.',
    ];
  const also = accepted ? ', and to a query of a list that the target might have rejected and did not' : '';
  return [`No requests of its own: this rule checks every response to a valid request${also}, whichever rule sent it.`];
}

/** For a rule that reads: its requests and its output, both from runs on a reference. */
async function trialsOfReads(listed: Listed, rule: Rule): Promise<Trials> {
  const readable = listed.operations.filter((id) => operations.some((one) => one.id === id && one.tier === undefined));
  const examples = examplesOf(listed.id).filter((one) => readable.includes(one.operation));
  const shown = await failureOfAny(listed.id, examples);
  const operation = shown?.example.operation ?? readable[0] ?? '';
  const failure = shown === undefined ? [] : failureOf(shown.example.title, shown.broken);
  if (isJudge(rule) && listed.level !== 'gap') return { sent: judgedBy(rule), seen: failure };
  const sound = await trial(listed.id, operation);
  const sent = isJudge(rule)
    ? judgedBy(rule)
    : requestsOf(operation, additional(sound.requests, (await plainTrial(operation)).requests));
  const observed = listed.level === 'gap' ? observedOf(sound, listed.clause) : [];
  return { sent, seen: [...observed, ...failure] };
}

/** The flag for a rule that only a large budget includes. */
function budgetOf({ from }: Rule): string {
  return from === undefined ? '' : `--budget ${from} `;
}

/** Whether a rule sends bulk updates of all records, or some that a server may take for that. */
const isOfAll = (rule: Rule): boolean => isWrite(rule) && rule.records === 'all';

/** The flags that enable a rule that writes. */
export function flagsOf({ operations: ids }: Pick<Listed, 'operations'>, rule: Rule): string {
  const tiers = operations.filter(({ id }) => ids.includes(id)).map(({ tier }) => tier);
  if (tiers.includes('destroy')) return '--allow-destroy';
  return isOfAll(rule) ? '--allow-writes --allow-scope-all' : '--allow-writes';
}

/** What a rule that writes may write to. */
function reachOf(rule: Rule): string {
  return isOfAll(rule)
    ? 'These bulk updates may reach all records of the collection. Those that the credential can list are saved to the journal and restored; the run also reads these records:'
    : 'Writes go only to records that the run selected and saved to its journal; the run also reads these records:';
}

/**
 * For a rule that writes: the requests that it may send, and its output from a run on a reference. The number of requests
 * and their records depend on the data of the target.
 */
async function trialsOfWrites(listed: Listed, rule: Rule): Promise<Trials> {
  const own = operations.filter(({ id, tier }) => listed.operations.includes(id) && tier !== undefined);
  const lines = own.map(({ binding: { method, path } }) => `${method} /${path}`);
  const words = [`Only with \`${flagsOf(listed, rule)}\`. ${reachOf(rule)}`, '', ...fenced(lines.join('\n'))];
  // What concurrent clients see differs from run to run.
  if (rule.from !== undefined) return { sent: words, seen: [] };
  if (listed.level === 'gap') {
    const sound = await trial(listed.id, own[0]?.id ?? '');
    return { sent: words, seen: observedOf(sound, listed.clause) };
  }
  const examples = examplesOf(listed.id).filter(({ operation }) => own.some(({ id }) => id === operation));
  const shown = await failureOfAny(listed.id, examples);
  return { sent: words, seen: shown === undefined ? [] : failureOf(shown.example.title, shown.broken) };
}

/** The Markdown page of a rule, generated from the rule, its clause, and runs on the reference. */
export async function rulePage(listed: Listed, rule: Rule): Promise<string> {
  const { sent, seen } = isWrite(rule) ? await trialsOfWrites(listed, rule) : await trialsOfReads(listed, rule);
  const checked = [...new Set(listed.operations)];
  const flags = isWrite(rule) ? ` ${flagsOf(listed, rule)}` : '';
  const lines = [
    `# ${listed.id}`,
    '',
    `- Clause: \`${listed.clause}\`, from the section "${listed.section}"`,
    `- Level: ${LEVELS[listed.level]}`,
    `- Needs: ${rule.needs.map((need) => NEEDS[need]).join(', ') || 'nothing'}`,
    ...(rule.from === undefined ? [] : [`- Budget: only with \`--budget ${rule.from}\``]),
    `- Checked for ${counted(checked.length, 'operation')}: ${checked.map((id) => `\`${id}\``).join(', ')}`,
    '',
    '## Requests',
    '',
    ...sent,
    '',
    '## Requirement',
    '',
    listed.level === 'gap' ? `No requirement. Observed behaviour: ${listed.title}.` : `${listed.title}.`,
    ...seen,
    '',
    '## Reproduce',
    '',
    `\`touchstone check --base-url URL${flags} ${budgetOf(rule)}--rule ${listed.id}\` runs only this rule${listed.level === 'must' ? '' : ', and exits with 3 if it finds nothing, because only MUST checks decide whether a target conforms'}. \`touchstone replay RUN.json OPERATION/${listed.id} --base-url URL${flags}\``,
    're-runs one check of an earlier run.',
  ];
  return `${lines.join('\n')}\n`;
}
