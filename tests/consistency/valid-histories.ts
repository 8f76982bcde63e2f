import fc from 'fast-check';
import type { Call, History, Operation, Patches, Value } from '../../consistency/history.js';

/** What a client does: it reads records, or sets fields of them, and whether it hears of the result. */
export interface Plan {
  readonly kind: 'read' | 'write';
  readonly records: readonly string[];
  readonly fields: readonly string[];
  readonly flag: boolean;
  readonly fate: 'ok' | 'failed' | 'lost request' | 'lost response';
}

const RECORDS = ['r1', 'r2'];
const INITIAL: Patches = Object.fromEntries(RECORDS.map((name) => [name, { text: 'old', other: 'old', flag: false }]));

const plan: fc.Arbitrary<Plan> = fc.record({
  kind: fc.constantFrom('read', 'write'),
  records: fc.constantFrom(['r1'], ['r1'], ['r2'], RECORDS),
  fields: fc.constantFrom(['text', 'other', 'flag'], ['text'], ['flag'], ['text', 'flag']),
  flag: fc.boolean(),
  fate: fc.constantFrom('ok', 'ok', 'ok', 'ok', 'ok', 'failed', 'lost request', 'lost response'),
});

/** The calls of each client, and a scheduler that decides when requests arrive and responses return. */
export const concurrentClients = fc.tuple(
  fc.scheduler(),
  fc.array(fc.array(plan, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 4 }),
);

/** A history that ends with a read of each record at rest, when the store came to rest, and its state then. */
interface Produced {
  readonly history: History;
  readonly restAt: number;
  readonly final: Patches;
}

/** The history of a store that carries out each call at one moment between request and response, and is then read. */
export async function historyOf(scheduler: fc.Scheduler, clients: readonly (readonly Plan[])[]): Promise<Produced> {
  const store: Record<string, Record<string, Value>> = structuredClone(INITIAL) as never;
  const calls: Call[] = [];
  let clock = 0;
  const tick = () => {
    clock += 1;
    return clock;
  };
  const run = async (index: number, plans: readonly Plan[]) => {
    let name = `client ${index}`;
    for (const [at, one] of plans.entries()) {
      const call = tick();
      const started: { -readonly [Key in keyof Call]: Call[Key] } = {
        client: name,
        operation: operationOf(one, `${index}-${at}`),
        call,
        return: null,
        outcome: one.fate === 'ok' || one.fate === 'failed' ? one.fate : 'unknown',
      };
      calls.push(started);
      await scheduler.schedule(Promise.resolve(), 'request');
      if (started.operation.kind === 'read') {
        started.operation = { kind: 'read', shows: shown(store, one.records) };
      } else if (one.fate === 'ok' || one.fate === 'lost response') {
        for (const [record, fields] of Object.entries(started.operation.sets))
          Object.assign(store[record] ?? {}, fields);
      }
      await scheduler.schedule(Promise.resolve(), 'response');
      if (started.outcome === 'unknown') name = `${name} again`;
      else started.return = tick();
    }
  };
  const all = Promise.all(clients.map((plans, index) => run(index, plans)));
  await scheduler.waitFor(all);
  const restAt = tick();
  for (const record of RECORDS) {
    const operation = { kind: 'read', shows: shown(store, [record]) } as const;
    calls.push({ client: 'at rest', operation, call: tick(), return: tick(), outcome: 'ok' });
  }
  return { history: { initial: INITIAL, calls }, restAt, final: store };
}

function operationOf({ kind, records, fields, flag }: Plan, token: string): Operation {
  if (kind === 'read') return { kind, shows: {} };
  const own = Object.fromEntries(fields.map((name) => [name, name === 'flag' ? flag : token]));
  return { kind, sets: Object.fromEntries(records.map((record) => [record, own])) };
}

function shown(store: Readonly<Record<string, Readonly<Record<string, Value>>>>, records: readonly string[]): Patches {
  return Object.fromEntries(records.map((record) => [record, { ...store[record] }]));
}
