import { type Call, cellsOf, type History } from './history.js';

/** The width of the bars, in characters. */
const WIDTH = 32;

/**
 * A history as text, a line for each call in the order of the requests: when it was sent, the client, a bar from
 * request to response, and what it set or showed. A write without a response has an open bar.
 */
export function timeline({ calls }: History): string {
  const sorted = [...calls].sort((one, other) => one.call - other.call);
  const start = sorted[0]?.call ?? 0;
  const end = Math.max(...sorted.map((call) => call.return ?? call.call), start + 1);
  const clients = [...new Set(sorted.map(({ client }) => client))];
  const widest = Math.max(0, ...clients.map(({ length }) => length));
  const at = (time: number) => Math.round(((time - start) / (end - start)) * (WIDTH - 1));
  const records = new Set(sorted.flatMap((call) => cellsOf(call).map(({ record }) => record)));
  return sorted
    .map((call) => {
      const from = at(call.call);
      const to = call.return === null ? WIDTH : Math.max(from + 1, at(call.return));
      const bar = `${' '.repeat(from)}|${'-'.repeat(Math.max(0, to - from - 1))}${call.return === null ? '>' : '|'}`;
      const time = `${Math.round(call.call - start)} ms`.padStart(8);
      return `${time}  ${call.client.padEnd(widest)}  ${bar.padEnd(WIDTH + 1)}  ${describeCall(call, records.size > 1)}`;
    })
    .join('\n');
}

/** What a call did, in words; the record is named if there are several. */
export function describeCall(call: Call, namesRecord = false): string {
  const { operation, outcome } = call;
  const cells = cellsOf(call).map(({ record, field, value }) => {
    const name = namesRecord ? `${record}.${field}` : field;
    return `${name}=${JSON.stringify(value)}`;
  });
  const how = operation.kind === 'write' ? operation.by : operation.from;
  const verb = operation.kind + (how === undefined ? '' : ` (${how})`);
  const end = outcome === 'ok' ? '' : outcome === 'failed' ? ', rejected' : ', outcome unknown';
  return `${verb} ${cells.join(', ')}${end}`;
}
