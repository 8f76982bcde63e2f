import type { Call, History, Patches, Value } from '../../consistency/history.js';

/** The calls of one client in its order: `w x=1`, `r y=0`, or several fields at once, `r x=0 y=1`. */
export type Session = readonly string[];

/** A history of registers in which all calls overlap between clients: only the order within a client counts. */
export function sessions(clients: Readonly<Record<string, Session>>, initial: Patches = {}): History {
  const longest = Math.max(...Object.values(clients).map(({ length }) => length));
  const calls = Object.entries(clients).flatMap(([client, session], index) =>
    session.map((text, at) => {
      // A client that makes few calls takes long for the last one, so that no real time orders two clients.
      const end = at === session.length - 1 ? 10 * longest : 10 * at + 5;
      return call(client, text, [at === 0 ? index / 100 : 10 * at, end]);
    }),
  );
  return { initial, calls };
}

/** A call with its times: request and response, without the latter if there was none. */
export function call(
  client: string,
  text: string,
  [from, to = null]: readonly [number, (number | null)?],
  outcome: Call['outcome'] = to === null ? 'unknown' : 'ok',
): Call {
  const [verb, ...cells] = text.split(' ');
  const patches: Record<string, Record<string, Value>> = {};
  for (const cell of cells) {
    const [record = '', value = ''] = cell.split('=');
    patches[record] = { value: value === '-' ? null : value };
  }
  const operation =
    verb === 'w' ? ({ kind: 'write', sets: patches } as const) : ({ kind: 'read', shows: patches } as const);
  return { client, operation, call: from, return: to, outcome };
}

/** Registers with a value each. */
export function registers(values: Readonly<Record<string, string>>): Patches {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
}
