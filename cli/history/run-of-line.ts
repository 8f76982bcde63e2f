import type { RunLine } from '../../reporters/history/entry.js';

/** The two ends of a line as touchstone writes it: everything before the data, and after. */
const [DATA, TIMES] = [',"data":{', '},"times":{'] as const;
const DATA_MEMBERS = /^(?:"\w+":"[0-9a-f]{12}",?)*$/;
const TIMES_MEMBERS = /^(?:"\w+":\[\d+(?:,\d+(?:\.\d+)?){2}\],?)*$/;

/** The data of the last line, because most runs read the same data as the run before. */
export class LastData {
  #text = '';
  #data: RunLine['data'] = {};

  of(text: string): RunLine['data'] {
    if (text !== this.#text) {
      this.#data = JSON.parse(`{${text}}`);
      this.#text = text;
    }
    return this.#data;
  }
}

/** A run whose times are parsed when they are read: kept for thousands of runs, they would cost more than all else. */
class ParsedRun implements RunLine {
  readonly format;
  readonly type;
  readonly at;
  readonly target;
  readonly version;
  readonly seed;
  readonly verdict;
  readonly durationMs;
  readonly requests;
  readonly checks;
  readonly outcomes;

  constructor(
    line: Omit<RunLine, 'data' | 'times'>,
    readonly data: RunLine['data'],
    private readonly timesText: string,
  ) {
    this.format = line.format;
    this.type = line.type;
    this.at = line.at;
    this.target = line.target;
    this.version = line.version;
    this.seed = line.seed;
    this.verdict = line.verdict;
    this.durationMs = line.durationMs;
    this.requests = line.requests;
    this.checks = line.checks;
    this.outcomes = line.outcomes;
  }

  get times(): RunLine['times'] {
    return JSON.parse(`{${this.timesText}}`);
  }
}

/**
 * The run in a line of a history; `null` if the line is not written as touchstone writes it, which does not make it wrong.
 * Throws a SyntaxError for a damaged line.
 */
export function runOf(text: string, last: LastData): RunLine | null {
  const at = text.indexOf(DATA);
  const end = text.indexOf(TIMES, at);
  if (at < 0 || end < 0 || !text.endsWith('}}')) return null;
  const data = text.slice(at + DATA.length, end);
  const times = text.slice(end + TIMES.length, -2);
  if (!DATA_MEMBERS.test(data) || !TIMES_MEMBERS.test(times)) return null;
  return new ParsedRun(JSON.parse(`${text.slice(0, at)}}`), last.of(data), times);
}
