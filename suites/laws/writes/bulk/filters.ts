import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import { type JsonRecord, pageOf } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { unknownId } from '../../../../generators/ids.js';
import { inOtherCase } from '../../../../generators/values/other-case.js';
import { plural } from '../../../../numbers/plural.js';
import { isBulkUpdate } from '../../applies.js';
import { cut } from '../../cut.js';
import { isSuccess } from '../compare.js';
import { reportStatus } from '../refused.js';
import { assertCompleted } from './completed.js';
import { assertNoneFailed } from './failed-ids.js';
import { markersOf, type Ordered, send } from './order.js';
import { assertTakesListed } from './takes-listed.js';
import {
  areTooMany,
  byOtherFlags,
  type Change,
  changedBy,
  hit,
  hitBeside,
  reportOtherFlags,
  smallestChange,
} from './wide-changes.js';

/** The only value of scope in the document. */
export const ALL = 'All';
/** Fields with texts that hardly two records share. */
const NAMES = ['name', 'username', 'email', 'displayName'];
/** The maximum number of records whose names are compared with those of all others. */
const NAMED = 50;

/** The records under a filter as the list of the area shows them; `null` if it rejects the filter. */
export async function matching(context: WriteContext, filter: string): Promise<readonly JsonRecord[] | null> {
  const operation = context.world.operation(context.kind.list);
  const answer = await context.ask({ filter }, { operation, params: {} });
  return answer.status === 400 ? null : pageOf(answer).items;
}

/**
 * Sends a bulk update of all records under a filter and waits for its end; inconclusive if it is rejected, or fails for
 * one of the `named` records.
 */
export async function sendFiltered(
  context: WriteContext,
  { marker, field, value }: Change,
  filter: string,
  named: readonly string[] = [],
): Promise<Ordered> {
  await assertTakesListed(context);
  const { answer, end } = await send(context, { scope: ALL, filter, body: { [marker]: value } });
  if (!isSuccess(answer)) context.inconclusive(`a bulk update with the filter ${filter} returned ${answer.summary}`);
  const { status } = context.operation.success;
  if (answer.status !== status) {
    reportStatus(context, answer, { what: `a bulk update with the filter ${filter}`, expected: `${status}` });
    return { answer, end: null };
  }
  assertCompleted(context, end, `a bulk update with the filter ${filter}`);
  await assertNoneFailed(context, { ids: named, fields: { [field]: value }, end });
  return { answer, end };
}

/** As `sendFiltered`, for rules that need its response alone. */
export async function carryOut(
  context: WriteContext,
  change: Change,
  filter: string,
  named: readonly string[] = [],
): Promise<Answer> {
  return (await sendFiltered(context, change, filter, named)).answer;
}

export const filtered: WriteRule = {
  id: 'bulk.filter',
  clause: 'bulk.filter',
  needs: [],
  records: 'all',
  appliesTo: isBulkUpdate,
  async write(context) {
    const change = smallestChange(context, 2);
    const [one] = byOtherFlags(context, change, changedBy(context, change));
    if (one === undefined) return context.inconclusive('no record can be changed');
    const filter = await filterOf(context, one);
    const answer = await carryOut(context, change, filter);
    const { held } = await context.until(
      () => context.read(one),
      (read) => read[change.field] === change.value,
    );
    const others = await hitBeside(context, change, [one.id]);
    if (areTooMany(others, changedBy(context, change).length - 1)) {
      return reportHit(context, answer, { filter, change, others });
    }
    if (!held) context.inconclusive(`with the scope ${ALL} and the filter ${filter}, a bulk update changed nothing`);
    await reportOtherFlags(context, answer, {
      change,
      reached: [one],
      what: `a bulk update with the filter ${filter}`,
    });
  },
};

/** An equality that matches one record alone, by the list of the area. */
export async function filterOf(context: WriteContext, { id, before }: Held): Promise<string> {
  const values = [['id', id] as const, ...['name', 'username', 'email'].map((name) => [name, before[name]] as const)];
  for (const [name, value] of values) {
    if (typeof value !== 'string' || value === '' || value.includes("'")) continue;
    const filter = `${name} -eq '${value}'`;
    const items = await matching(context, filter);
    if (items?.length === 1 && isSameId(items[0]?.id, id)) return filter;
  }
  return context.inconclusive('the list supports no filter that matches one record alone');
}

/** Reports records that a bulk update changed although its filter does not match them. */
export function reportHit(
  context: WriteContext,
  answer: Answer,
  { filter, change, others }: { filter: string; change: Change; others: readonly string[] },
): void {
  const { field, value } = change;
  const message = `a bulk update with the filter ${filter} changed ${field} of ${plural(others.length, 'other record')}, such as ${others[0]}`;
  const at = `/items/*/${field}`;
  context.report(answer, { at, expected: `${!value}`, actual: `${value}`, message, spreads: context.kind.id });
}

/** The texts of a record that hardly another one has and that can be sent, by their fields. */
function namesOf({ before }: Held): (readonly [name: string, text: string])[] {
  return NAMES.flatMap((name) => {
    const text = String(before[name] ?? '');
    return text.isWellFormed() ? [[name, text] as const] : [];
  });
}

/** A text of several words that no other record has, without characters that a filter has to escape, with its field. */
function wordsOf({ records }: WriteContext, record: Held): readonly [name: string, text: string] | undefined {
  return namesOf(record).find(
    ([name, text]) =>
      /^[^'"\\\s]+(?: [^'"\\\s]+)+$/u.test(text) &&
      records.every((other) => other.id === record.id || !isEqualText(other.before[name], text)),
  );
}

const isEqualText = (value: unknown, text: string): boolean => String(value).toLowerCase() === text.toLowerCase();

/**
 * A filter that matches two records by two comparisons, as the list of the area shows: one of an id, and one of a name of
 * several words if there is one.
 */
async function bothOf(context: WriteContext, changed: readonly Held[]) {
  const named = changed.slice(0, NAMED).find((record) => wordsOf(context, record) !== undefined);
  const [one, other] = named === undefined ? changed : [named, ...changed.filter((record) => record !== named)];
  if (one === undefined || other === undefined) return context.inconclusive('fewer than two records can be changed');
  const [name, text] = wordsOf(context, one) ?? ['id', one.id];
  const lefts = new Set([`(${name} -eq '${text}')`, `(id -eq '${one.id}')`]);
  for (const left of lefts) {
    const both = `${left} -or (id -eq '${other.id}')`;
    if ((await matching(context, both))?.length === 2) return { both, one, other };
  }
  return context.inconclusive('the list does not support -or');
}

/**
 * Changes two records under a filter, and under one on the flag that is set if the target takes it: a target may read the
 * selection in parts while it changes the records, which then match no longer.
 */
async function carryOutShrinking(context: WriteContext, change: Change, plain: string, wanted: readonly string[]) {
  const filter = `(${plain}) -and (${change.field} -eq ${!change.value})`;
  const isTaken = (await matching(context, filter))?.length === wanted.length;
  const answer = isTaken ? await context.attempt(() => carryOut(context, change, filter, wanted)) : null;
  return answer === null
    ? { filter: plain, answer: await carryOut(context, change, plain, wanted) }
    : { filter, answer };
}

export const joined: WriteRule = {
  id: 'bulk.filter-joined',
  clause: 'bulk.filter',
  needs: [],
  records: 'all',
  appliesTo: isBulkUpdate,
  async write(context) {
    const change = smallestChange(context, 3);
    const { both: plain, one, other } = await bothOf(context, changedBy(context, change));
    const wanted = [one.id, other.id];
    const { filter: both, answer } = await carryOutShrinking(context, change, plain, wanted);
    const missingFrom = (ids: readonly string[]) => wanted.filter((id) => !ids.some((is) => isSameId(is, id)));
    const { value: seen } = await context.until(
      () => hit(context, change),
      (ids) => missingFrom(ids).length === 0,
    );
    const missing = missingFrom(seen);
    const others = seen.length > wanted.length - missing.length ? await hitBeside(context, change, wanted) : [];
    if (missing.length === wanted.length) context.inconclusive(`a bulk update with the filter ${both} changed nothing`);
    if (areTooMany(others, changedBy(context, change).length - 2)) {
      return reportHit(context, answer, { filter: both, change, others });
    }
    const [first] = missing;
    if (first === undefined) return;
    const message = `a bulk update with the filter ${both} did not change ${change.field} of ${first}`;
    const { field, value } = change;
    context.report(answer, { at: `/items/*/${field}`, expected: `${value}`, actual: `${!value}`, message });
  },
};

/** An equality that matches no record, by the list of the area. */
export async function filterOfNothing(context: WriteContext): Promise<string> {
  const filter = `id -eq '${unknownId(context.seed)}'`;
  if ((await matching(context, filter))?.length !== 0) context.inconclusive(`the list does not support ${filter}`);
  return filter;
}

export const nothing: WriteRule = {
  id: 'bulk.filter-nothing',
  clause: 'bulk.filter',
  needs: [],
  records: 'all',
  appliesTo: isBulkUpdate,
  async write(context) {
    const filter = await filterOfNothing(context);
    const changes = markersOf(context).flatMap((marker) =>
      [true, false].map((value) => ({ marker, field: context.kind.bulk.flags[marker] ?? '', value })),
    );
    const [change] = changes.sort((a, b) => changedBy(context, b).length - changedBy(context, a).length);
    if (change === undefined || changedBy(context, change).length === 0) {
      return context.inconclusive('no record can be changed');
    }
    // Any record may be the one that is changed, so both values are sent.
    for (const value of [change.value, !change.value]) {
      const sent = { ...change, value };
      if (changedBy(context, sent).length === 0) continue;
      const answer = await carryOut(context, sent, filter);
      const others = await hitBeside(context, sent, []);
      if (others.length > 0) return reportHit(context, answer, { filter, change: sent, others });
    }
  },
};

/** The name of a field and its text, without characters that a filter has to escape. */
function plainTextOf(record: Held): readonly [name: string, text: string] | undefined {
  return namesOf(record).find(([, text]) => /^[^'"\\]{3,}$/u.test(text));
}

/** Filters that match no record although they match one nearly, or one of their two comparisons does. */
function nearMisses(one: Held, other: Held): string[] {
  const [name, text] = plainTextOf(one) ?? ['', ''];
  const near = text === '' ? [] : [cut(text, 0, -1), cut(text, 1), inOtherCase(text)];
  return [...near.map((value) => `${name} -eq '${value}'`), `(id -eq '${one.id}') -and (id -eq '${other.id}')`];
}

export const exact: WriteRule = {
  id: 'bulk.filter-exact',
  clause: 'bulk.filter',
  needs: [],
  records: 'all',
  appliesTo: isBulkUpdate,
  async write(context) {
    const change = smallestChange(context, 2);
    const changed = changedBy(context, change);
    const one = changed.find((record) => plainTextOf(record) !== undefined) ?? changed[0];
    const other = changed.find((record) => record !== one);
    if (one === undefined || other === undefined) return context.inconclusive('fewer than two records can be changed');
    let sent = 0;
    for (const filter of nearMisses(one, other)) {
      if ((await matching(context, filter))?.length !== 0) continue;
      const answer = await carryOut(context, change, filter);
      sent += 1;
      const others = await hitBeside(context, change, []);
      // Another client may have changed a record that the filter does not nearly match.
      const isNear = others.some((id) => [one, other].some((near) => isSameId(near.id, id)));
      if (isNear || others.length > 1) return reportHit(context, answer, { filter, change, others });
    }
    if (sent === 0) context.inconclusive('the list supports no filter that nearly matches a record');
  },
};
