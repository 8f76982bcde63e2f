import { groupBy } from '../group-by.js';
import { counted, thousands } from '../numbers.js';
import { terminalText } from '../terminal-text.js';
import type { Paper } from './paper.js';
import { wrap } from './wrap.js';

const GROUPS = 12;
const EXAMPLES = 3;

/** An item that was inconclusive or skipped, and the reason. */
export interface Reasoned {
  readonly id: string;
  readonly reason: string | null;
}

function example(things: readonly Reasoned[]): string {
  const more = things.length - EXAMPLES;
  const ids = things.slice(0, EXAMPLES).map(({ id }) => id);
  return ids.join(', ') + (more > 0 ? ` and ${thousands(more)} more` : '');
}

/** How many groups are shown, and whether each has a few of its ids. */
interface Brevity {
  readonly most: number;
  readonly examples: boolean;
}

/** Items grouped by reason, the most frequent first: `12 × no fixture`, with a few example ids. */
export function reasons(
  things: readonly Reasoned[],
  { colors, width }: Paper,
  { most, examples }: Brevity = { most: GROUPS, examples: true },
): string[] {
  const groups = groupBy(things, ({ reason }) => terminalText(reason ?? 'no reason given', 300));
  const sorted = [...groups].sort(([, a], [, b]) => b.length - a.length);
  const indent = ' '.repeat(8);
  const lines = sorted.slice(0, most).flatMap(([reason, group]) => {
    const [first = '', ...others] = wrap(reason, width - indent.length);
    return [
      `${thousands(group.length).padStart(5)} × ${first}`,
      ...others.map((line) => indent + line),
      ...(examples ? wrap(example(group), width - indent.length).map((line) => indent + colors.dim(line)) : []),
    ];
  });
  const left = sorted.slice(most).reduce((sum, [, group]) => sum + group.length, 0);
  return left === 0
    ? lines
    : [...lines, `${thousands(left).padStart(5)} × for ${counted(sorted.length - most, 'other reason')}`];
}
