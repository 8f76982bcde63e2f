import { BODIES, REPORT_KINDS } from '../choices.js';
import { type Option, THIS_COMMAND } from '../option.js';

/** Reports without a body in them. */
const BADGES: ReadonlySet<string> = new Set(['badge', 'shields']);

/** The options of what a run prints and writes. */
export const OUTPUT = {
  reports: {
    flag: '--report <kind=file>',
    kind: { type: 'pairs', names: Object.fromEntries(REPORT_KINDS.map((kind) => [kind, ''])) },
    group: 'Output:',
    help: `write a report; kind is one of ${REPORT_KINDS.join(', ')}; - is standard output`,
  },
  traceUrl: {
    flag: '--trace-url <url>',
    kind: { type: 'text', pattern: '^https?://.*\\{traceId\\}', such: 'https://traces.example/trace/{traceId}' },
    group: 'Output:',
    help: 'link the trace of each finding in HTML and Markdown: https://traces.example/trace/{traceId}',
  },
  bodies: {
    flag: '--bodies <kind=mode>',
    kind: {
      type: 'pairs',
      names: Object.fromEntries(REPORT_KINDS.filter((kind) => !BADGES.has(kind)).map((kind) => [kind, ''])),
      pattern: `^(${BODIES.join('|')})$`,
      such: 'masked',
    },
    group: 'Output:',
    help: `what a kind of report shows of bodies: ${BODIES.join(', ')} (see docs/privacy.md)`,
    defaultText: 'full for json and html, masked for the others',
  },
  masks: {
    flag: '--mask <pointer>',
    kind: { type: 'texts' },
    group: 'Output:',
    help: 'also mask the values at this place, a JSON Pointer with * for any member: /items/*/country',
    defaultText: 'names, e-mail addresses, notes and contact data',
  },
  history: {
    flag: '--history <folder>',
    kind: { type: 'file' },
    group: 'Output:',
    help: 'append the run to the history in this folder, for `touchstone history`',
  },
  color: {
    flag: '--no-color',
    kind: { type: 'switch' },
    group: 'Output:',
    help: 'disable colours, as NO_COLOR in the environment does',
    notInConfig: 'it is about a terminal',
  },
  bail: {
    flag: '--bail <number>',
    kind: { type: 'number', minimum: 1, maximum: 1_000_000, whole: true },
    group: 'Output:',
    help: 'stop after so many failed checks; the others are inconclusive',
    notInConfig: THIS_COMMAND,
  },
  verbose: {
    flag: '--verbose',
    kind: { type: 'switch' },
    group: 'Output:',
    help: 'print every check as it is decided, not failures alone',
    notInConfig: THIS_COMMAND,
  },
  quiet: {
    flag: '-q, --quiet',
    kind: { type: 'switch' },
    group: 'Output:',
    help: 'print the summary only, without progress and notes',
    notInConfig: THIS_COMMAND,
  },
} as const satisfies Readonly<Record<string, Option>>;
