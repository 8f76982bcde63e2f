import type { RunReport } from '../../schemas/generated/touchstone.js';
import { curlCommand } from '../curl.js';
import { counted } from '../numbers.js';
import { terminalText } from '../terminal-text.js';
import type { Paper } from './paper.js';
import { wrap } from './wrap.js';

type Restoration = NonNullable<RunReport['restoration']>;

/** What a run that writes has left as it was: the records it wrote to, and what it removed for good. */
export function putBack({ touched, removed, left }: Restoration): string[] {
  const gone = removed.reduce((sum, { ids }) => sum + ids.length, 0);
  const back = touched.length - left.length;
  return [
    ...(touched.length === 0 ? [] : [`${counted(back, 'record')} written to and put back, to the field.`]),
    ...(gone === 0
      ? []
      : [`${counted(removed.length, 'removal')} sent, as --allow-destroy permits; nothing brings those users back.`]),
  ];
}

/** The records that are not as they were, each with what differs and the line that puts it back. */
export function leftovers(left: Restoration['left'], { colors, width }: Paper): string[] {
  return left.flatMap(({ kind, id, reason, fields, request }) => [
    `${colors.red('✗')} ${colors.bold(`${kind} ${terminalText(id, 100)}`)}: ${terminalText(reason, 300)}`,
    ...fields.flatMap(({ name, was, is }) =>
      wrap(`${terminalText(name, 60)} was ${terminalText(was, 200)}, is ${terminalText(is, 200)}`, width - 2).map(
        (line) => `  ${line}`,
      ),
    ),
    // A command stays on one line, so that it can be copied.
    ...(request === null ? ['  left as it is, since it is not what the run wrote'] : [`  ${curlCommand({ request })}`]),
    '',
  ]);
}
