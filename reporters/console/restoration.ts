import type { RunReport } from '../../schemas/generated/touchstone.js';
import { curlCommand } from '../curl.js';
import { counted, thousands } from '../numbers.js';
import { terminalText } from '../terminal-text.js';
import type { Paper } from './paper.js';
import { section } from './section.js';
import { wrap } from './wrap.js';

type Restoration = NonNullable<RunReport['restoration']>;

/** One line each: how many records the run wrote and restored, and how many users it removed. */
export function restorationSummary({ touched, removed, left }: Restoration): string[] {
  const gone = removed.reduce((sum, { ids }) => sum + ids.length, 0);
  const isLeft = new Set(left.map(({ kind, id }) => `${kind} ${id}`));
  const restored = touched.filter(({ kind, id }) => !isLeft.has(`${kind} ${id}`)).length;
  return [
    ...(restored === 0
      ? []
      : [
          left.length === 0
            ? `${counted(restored, 'record')} written and restored; every field has its original value.`
            : `${counted(restored, 'record')} written and restored to the original values.`,
        ]),
    ...(gone === 0 ? [] : [`${counted(gone, 'user')} removed permanently, as --allow-destroy allows.`]),
  ];
}

/** The records that were not restored, each with its changed fields and the command that restores it, if one does. */
export function unrestored(left: Restoration['left'], { colors, width }: Paper): string[] {
  return left.flatMap(({ kind, id, reason, fields, request }) => [
    `${colors.red('✗')} ${colors.bold(`${kind} ${terminalText(id, 100)}`)}: ${terminalText(reason, 300)}`,
    ...fields.flatMap(({ name, was, is }) =>
      wrap(`${terminalText(name, 60)} was ${terminalText(was, 200)}, is ${terminalText(is, 200)}`, width - 2).map(
        (line) => `  ${line}`,
      ),
    ),
    // A command stays on one line, so that it can be copied.
    ...(request === null ? [] : [`  ${curlCommand({ request })}`]),
    '',
  ]);
}

/** What happened to the records that the run wrote; empty for a run without writes. */
export function restorationParts({ restoration }: Pick<RunReport, 'restoration'>, on: Paper): string[] {
  if (restoration === undefined) return [];
  const { left, undo } = restoration;
  const when = left.length > 0 ? 'Retry with' : 'Once the bulk updates have ended, run';
  const retry = undo === undefined ? [] : [`${when}: ${terminalText(undo, 2000)}`];
  const summary = [...restorationSummary(restoration), ...retry];
  return [
    ...section(`NOT RESTORED (${thousands(left.length)})`, unrestored(left, on), on),
    ...(summary.length === 0 ? [] : ['', ...summary]),
  ];
}
