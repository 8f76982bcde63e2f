/** One request of a drawn history: when it was sent and by which client, its bar in columns, and what it did. */
interface DrawnCall {
  readonly sent: string;
  readonly client: string;
  readonly from: number;
  readonly to: number;
  /** Without a response: the bar has no end. */
  readonly isOpen: boolean;
  readonly what: string;
}

/** A text with a drawn history below it. */
export interface DrawnHistory {
  readonly head: string;
  readonly calls: readonly DrawnCall[];
}

/** The columns of a bar, and the character after which the text of a line follows. */
export const BAR_COLUMNS = 33;
const GAP = 2;
const SENT = /^ *\d+ ms {2}/;
const BAR = /^ *\|-*[|>] *$/;

/**
 * The history that the rules of concurrent clients draw as text below a message, a line for each request; `null` for a
 * text without one, which is shown as it is.
 */
export function drawnHistory(text: string): DrawnHistory | null {
  const [head = '', ...lines] = text.split('\n');
  // The first request is sent at the beginning of the time, so its bar is where all bars begin.
  const start = lines[0]?.indexOf('|') ?? -1;
  const calls = lines.map((line) => callIn(line, start));
  return start < 0 || calls.includes(null) ? null : { head, calls: calls as DrawnCall[] };
}

function callIn(line: string, start: number): DrawnCall | null {
  const [sent = ''] = SENT.exec(line) ?? [];
  const bar = line.slice(start, start + BAR_COLUMNS);
  if (sent === '' || !BAR.test(bar)) return null;
  return {
    sent: sent.trim(),
    client: line.slice(sent.length, start).trim(),
    from: bar.indexOf('|'),
    to: bar.trimEnd().length,
    isOpen: bar.trimEnd().endsWith('>'),
    what: line.slice(start + BAR_COLUMNS + GAP),
  };
}
