import type { RecordKind } from '../../../contract/types.js';
import type { Evidence } from '../../session/ask-context.js';
import { Inconclusive } from '../../session/signals.js';
import type { World } from '../../session/world.js';
import { watchedNames } from '../../writes/record-fields.js';
import type { WriteCoordinator } from '../../writes/write-coordinator.js';
import type { Result } from '../result.js';
import { placeOf } from './comparison.js';

/** How many times longer than the longest of the checks records are watched: rare changes must have time to occur. */
const TIMES = 2;
/** Places that the fields of a record do not affect. */
const UNAFFECTED = /^(?:status$|header )/;

/** A confirmed failure of a write check, with the kind of record and those of its fields that it concerns. */
interface Blamed {
  readonly result: Result;
  readonly kind: RecordKind;
  readonly names: readonly string[];
}

/**
 * Confirmed failures of write checks, without the differences in fields that also change while the run writes nothing:
 * before a write is blamed for a field, the field must be stable. All of them are watched together.
 */
export async function onlyStableFields(coordinator: WriteCoordinator, results: readonly Result[]): Promise<Result[]> {
  const blamed = results.flatMap((result) => blamedOf(coordinator, result) ?? []);
  const kinds = [...new Set(blamed.map(({ kind }) => kind))];
  const watched = await Promise.all(
    kinds.map(async (kind) => {
      const own = blamed.filter((one) => one.kind === kind);
      const names = [...new Set(own.flatMap((one) => one.names))];
      const ms = TIMES * Math.max(...own.map(({ result }) => result.durationMs));
      return [kind, await unstableFields(coordinator, kind, names, ms)] as const;
    }),
  );
  const unstable = new Map(watched);
  return results.map((result) => {
    const kind = blamed.find((one) => one.result === result)?.kind;
    const found = kind === undefined ? undefined : unstable.get(kind);
    if (kind === undefined || found === undefined) return result;
    return found instanceof Inconclusive ? unchecked(result, found) : without(coordinator.world, result, kind, found);
  });
}

async function unstableFields(coordinator: WriteCoordinator, kind: RecordKind, names: readonly string[], ms: number) {
  try {
    return await coordinator.quiet.unstableFields(kind, names, ms);
  } catch (error) {
    if (error instanceof Inconclusive) return error;
    throw error;
  }
}

/** The fields that a failure concerns; `null` if it concerns none. */
function blamedOf(coordinator: WriteCoordinator, result: Result): Blamed | null {
  const kind = result.outcome === 'fail' ? coordinator.kindOf(result.check.operation.id) : null;
  if (kind === null) return null;
  const names = [...new Set(result.evidence.flatMap((one) => fieldsOf(coordinator.world, one, kind)))];
  return names.length === 0 ? null : { result, kind, names };
}

/**
 * The fields of a record that a difference may concern: those that it names, the one that its place ends in, or those of
 * an update if the place is a record. None if the response is a task, whose fields may have the same names, or no JSON.
 */
function fieldsOf(world: World, evidence: Evidence, kind: RecordKind): readonly string[] {
  const { fields } = evidence.difference;
  if (fields !== undefined) return fields;
  const place = placeOf(evidence);
  if (UNAFFECTED.test(place) || isOfTask(world, evidence, kind)) return [];
  const last = place.split('/').at(-1) ?? '';
  if (last !== '' && last !== '*') return [last];
  return place === '' && !isJson(evidence) ? [] : [...watchedNames(kind)];
}

/** The fields of the records of a write check that its failure, in reads of them, shows to be changed by writes. */
export function damagedFields(world: World, { evidence }: Result, kind: RecordKind): readonly string[] {
  const read = evidence.filter(({ answer }) => answer.request.method === 'GET' && !isOfTask(world, { answer }, kind));
  const names = read.flatMap((one) => (UNAFFECTED.test(placeOf(one)) ? [] : placeOf(one).split('/').slice(-1)));
  return [...new Set(names)].filter((name) => name !== '' && name !== '*');
}

/** Whether the request was the read of a task. */
function isOfTask(world: World, { answer: { request } }: Pick<Evidence, 'answer'>, { bulk }: RecordKind): boolean {
  const { target } = world.session;
  const { method, path } = target.binding(world.operation(bulk.task));
  const [before = '', after = ''] = path.split(/\{[^}]*\}/);
  const { pathname } = new URL(request.url);
  const start = target.path(before);
  const id = pathname.slice(start.length, pathname.length - after.length);
  return request.method === method && pathname === `${start}${id}${after}` && id !== '' && !id.includes('/');
}

/** Whether a body is JSON; a body that was kept only in part counts as JSON. */
function isJson({ answer }: Evidence): boolean {
  return answer.isShort || answer.json.problem === undefined;
}

function without(world: World, result: Result, kind: RecordKind, unstable: ReadonlySet<string>): Result {
  const unstableOf = (one: Evidence) => fieldsOf(world, one, kind).filter((name) => unstable.has(name));
  const evidence = result.evidence.filter((one) => unstableOf(one).length === 0);
  if (evidence.length > 0) return { ...result, evidence };
  const names = [...new Set(result.evidence.flatMap(unstableOf))];
  const verb = names.length === 1 ? 'changes' : 'change';
  const reason = `${names.join(', ')} of ${kind.id} records also ${verb} while the run writes nothing: by another client, or late by an earlier write`;
  return { ...result, outcome: 'inconclusive', reason };
}

/** The result of a check whose failure was reproduced, although the fields that it concerns could not be watched. */
function unchecked(result: Result, { message, blockedBy }: Inconclusive): Result {
  const reason = `whether another client changes these fields could not be checked: ${message}`;
  return { ...result, outcome: 'inconclusive', reason, cause: blockedBy };
}
