import type { Check, Exchange } from '../../schemas/generated/touchstone.js';
import { docs, type Fact, factsOf, requirement } from '../finding-text.js';
import { groupBy } from '../group-by.js';
import { counted } from '../numbers.js';
import { terminalText } from '../terminal-text.js';
import type { Paper } from './paper.js';
import { wrap } from './wrap.js';

/** Maximum findings per check, blocks per rule, and blocks in total; the JSON report lists all of them. */
const PER_CHECK = 3;
const PER_RULE = 3;
const IN_ALL = 30;
const LABEL_WIDTH = 'Requirement'.length + 2;

/** How a block is printed: in full with the requirement, or short for warnings. */
export interface BlockStyle {
  readonly mark: string;
  readonly paint: (text: string) => string;
  readonly full: boolean;
}

type Exchanges = ReadonlyMap<string, Exchange>;

function factLines({ label, text }: Fact, { colors, width }: Paper): string[] {
  const indent = ' '.repeat(LABEL_WIDTH + 2);
  // A command stays on one line, so that it can be copied.
  const lines = label === 'Reproduce' ? [text] : wrap(text, width - indent.length);
  return lines.map((line, index) =>
    index === 0 ? `  ${colors.dim(label.padEnd(LABEL_WIDTH))}${line}` : indent + line,
  );
}

/** One check with its findings; `alike` are checks of other operations with identical findings. */
function block(
  [check, ...alike]: readonly [Check, ...Check[]],
  exchanges: Exchanges,
  style: BlockStyle,
  on: Paper,
): string[] {
  const findings = check.findings.slice(0, PER_CHECK).flatMap((finding) => {
    const facts = factsOf(finding, finding.exchange === null ? undefined : exchanges.get(finding.exchange));
    const message = wrap(terminalText(finding.message, 300), on.width - 2).map((line) => `  ${line}`);
    return [...message, ...facts.flatMap((fact) => factLines(fact, on))];
  });
  const more = Math.max(0, check.findings.length - PER_CHECK) + (check.moreFindings ?? 0);
  return [
    `${style.paint(style.mark)} ${on.colors.bold(check.id)}`,
    ...(style.full ? [requirement(check), docs(check)].flatMap((fact) => factLines(fact, on)) : []),
    ...findings,
    ...(more > 0 ? [on.colors.dim(`  and ${counted(more, 'more finding')} of this check`)] : []),
    ...(alike.length > 0 ? names(`same findings in ${counted(alike.length, 'other operation')}`, alike, on) : []),
    '',
  ];
}

/** `label: getUsers, getUser, ...` wrapped. */
function names(label: string, checks: readonly Check[], { width }: Paper): string[] {
  return wrap(`${label}: ${checks.map((check) => check.operation).join(', ')}`, width - 4).map(
    (line, index) => (index === 0 ? '  ' : '    ') + line,
  );
}

/** Equal for checks of one rule with identical findings. */
function findingsKey(check: Check): string {
  const found = check.findings.slice(0, PER_CHECK).map(({ at, expected, actual }) => [at, expected, actual]);
  return JSON.stringify([check.rule, found.length === 0 ? check.id : found]);
}

/** Failed checks as blocks; for a rule with many failures, a few are shown and the other operations are listed. */
export function findings(checks: readonly Check[], exchanges: Exchanges, style: BlockStyle, on: Paper): string[] {
  const byRule = groupBy([...groupBy(checks, findingsKey).values()], ([{ rule }]) => rule);
  const shown: string[] = [];
  const unshown: string[] = [];
  let room = IN_ALL;
  for (const [rule, groups] of byRule) {
    const take = Math.min(PER_RULE, room);
    room -= Math.min(groups.length, take);
    shown.push(...groups.slice(0, take).flatMap((group) => block(group, exchanges, style, on)));
    const rest = groups.slice(take).flat();
    if (rest.length > 0) unshown.push(...names(`${rule} in`, rest, on));
  }
  if (unshown.length === 0) return shown;
  return [...shown, `${style.paint(style.mark)} and more, with details in the JSON report only:`, ...unshown, ''];
}
