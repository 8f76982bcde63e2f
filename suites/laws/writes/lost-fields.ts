import type { Answer } from '../../../engine/client/answer.js';
import { differing } from '../../../engine/session/differing.js';
import { identity, type JsonRecord } from '../../../engine/session/page.js';
import { nullIfInconclusive } from '../../../engine/session/signals.js';
import { firstRecords, listedRecords } from '../../../engine/writes/listed-records.js';
import { isMovedEitherWay } from '../../../engine/writes/moved-time.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';
import { sameValue } from '../same-value.js';
import { brief } from './compare.js';

/** A field in which a record differs from its original, although no request contains it. */
export interface Change {
  /** The id of the record. */
  readonly id: string;
  readonly name: string;
  /** The response that shows it. */
  readonly answer: Answer;
  readonly before: JsonRecord;
  readonly after: JsonRecord;
}

/** Reports a change; `when` says after what, and `replicated` whether several records show it. */
export function reportChange(
  context: WriteContext,
  { name, answer, before, after }: Omit<Change, 'id'>,
  when: string,
  replicated = false,
): void {
  const [was, is] = [brief(before[name]), brief(after[name])];
  const message = `${name} changed from ${was} to ${is} ${when}, although no request contains it`;
  context.report(answer, { at: `/${name}`, expected: was, actual: is, message, ...(replicated && { replicated }) });
}

/** Reports fields that records have lost for good, although the writes to them restored everything that they changed. */
export function reportLost(context: WriteContext, lost: readonly Change[]): Promise<void> {
  return reportChanges(context, lost, 'after writes that restored the record');
}

/**
 * Reports changes of records that last; `when` says after what. What several records of a check show is no accident of one
 * of them, unless records change that the run does not write to; a re-run has nothing left to see of what is changed for
 * good.
 */
export async function reportChanges(context: WriteContext, seen: readonly Change[], when: string): Promise<void> {
  const all = await lasting(context, seen);
  // An odd bulk update of another check may set flags of all records.
  const flags = Object.values(context.kind.bulk.flags);
  const several = all
    .map(({ name }) => name)
    .filter((name, at, names) => names.indexOf(name) < at && !flags.includes(name));
  const kept = several.length === 0 ? [] : await keptByOthers(context, [...new Set(several)]);
  for (const one of all) reportChange(context, one, when, kept.includes(one.name));
}

/** The changes that later reads show too: a single read may show an earlier state, as a replica does. */
async function lasting(context: WriteContext, seen: readonly Change[]): Promise<Change[]> {
  const found: Change[] = [];
  for (const one of seen) {
    const isChanged = (now: JsonRecord) =>
      differing(one.before, now, [one.name], sameValue).length > 0 &&
      !isMovedEitherWay(one.before[one.name], now[one.name]);
    const { value: after } = await context.until(
      () => context.read(one),
      // The time of the first wait in vain has passed for all of them.
      (now) => !isChanged(now) || found.length > 0,
    );
    if (isChanged(after)) found.push({ ...one, answer: context.last ?? one.answer, after });
  }
  return found;
}

/**
 * The listed records which no write can have reached, or, where one may have reached all, which no write names, as they were
 * before the first write.
 */
export async function leftAlone(context: WriteContext): Promise<readonly JsonRecord[]> {
  const { kind, world } = context;
  const unnamed = (await firstRecords(world, kind)).filter((one) => !context.hasNamed(kind.id, identity(one)));
  const unreached = unnamed.filter((one) => !context.mayHaveWritten(kind.id, identity(one)));
  return unreached.length > 0 ? unreached : unnamed;
}

/** The fields, of some, that all records have kept which were left alone. */
async function keptByOthers(context: WriteContext, names: readonly string[]): Promise<string[]> {
  const now = await listedRecords(context.world, context.kind).catch(nullIfInconclusive);
  return fieldsKept(names, await leftAlone(context), now?.items ?? new Map());
}

/** The fields, of some, that records show with the same values now, and at least one of them shows. */
export function fieldsKept(
  names: readonly string[],
  before: readonly JsonRecord[],
  now: ReadonlyMap<string, JsonRecord>,
): string[] {
  return names.filter((name) => {
    const shown = before.flatMap((was) => {
      const is = now.get(identity(was));
      return is !== undefined && Object.hasOwn(was, name) && Object.hasOwn(is, name) ? [{ was, is }] : [];
    });
    return shown.length > 0 && shown.every(({ was, is }) => differing(was, is, [name], sameValue).length === 0);
  });
}
