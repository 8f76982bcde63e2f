import type { Operation } from '../../contract/types.js';
import type { Answer } from '../../engine/client/answer.js';
import { recordsOf } from '../../engine/run/judge-state.js';
import type { AskRule, JudgeRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { isRecord, type JsonRecord } from '../../engine/session/page.js';
import { isSameId } from '../../engine/session/same-id.js';
import { pathParameters } from '../../engine/session/world.js';
import { plural } from '../../numbers/plural.js';
import { fields } from '../../schemas/generated/fields.js';
import { isKpi, isList, isRead } from './applies.js';
import { listOf } from './detail-ids.js';
import { type Place, placesOf } from './field-places.js';
import { isAbbreviated, isRespelled, isSameFlag } from './field-spelling.js';
import { fieldsOf } from './fields.js';
import { PAGINATION_MEMBERS, paginationOf } from './paging-numbers.js';
import { recordsToRead } from './records-to-read.js';
import { READ_ANYWAY } from './survey.js';

/** The number of records after which a field that none of them has counts as missing. */
const ENOUGH = 3;
/** The number of records from which it is no accident that they have another name in place of a documented one. */
const SEVERAL = 2;

const isShown = ({ records }: Place, field: string): boolean => records.some((record) => Object.hasOwn(record, field));

/** The places of an operation where enough records were read; inconclusive if there are none. */
async function placesRead(context: AskContext): Promise<Place[]> {
  const { records, single } = await recordsToRead(context);
  const places = placesOf(context.operation, records);
  const [own] = places;
  const enough = single ? 1 : ENOUGH;
  if (own === undefined || own.records.length < enough)
    return context.lacksData(`the check needs at least ${plural(enough, 'record')} and found ${records.length}`);
  const isBare = !own.documented.some((field) => field !== '_links' && isShown(own, field));
  if (isBare && respelledAt(own).length === 0)
    context.inconclusive('no record has any documented field (see records.bare)');
  return places.filter(({ records: held }) => held.length >= enough);
}

/** A documented name, and the one that is sent instead. */
interface Respelled {
  readonly documented: string;
  readonly sent: string;
}

const undocumentedAt = ({ records, documented }: Place): string[] =>
  [...new Set(records.flatMap((record) => Object.keys(record)))].filter((name) => !documented.includes(name));

/** Undocumented names at a place that are another spelling of a documented name, in records that do not have that one. */
function respelledAt(place: Place): Respelled[] {
  const others = undocumentedAt(place);
  return place.documented.flatMap((documented) => {
    const isFlag = place.flags.includes(documented);
    const sent = others.find(
      (name) =>
        (isRespelled(documented, name) || (isFlag && isSameFlag(documented, name) && holdsFlags(place, name))) &&
        !hasBoth(place, documented, name),
    );
    return sent === undefined ? [] : [{ documented, sent }];
  });
}

/** Whether a record has both names: then one of them is an addition, which the document allows. */
const hasBoth = ({ records }: Place, documented: string, sent: string): boolean =>
  records.some((record) => Object.hasOwn(record, documented) && Object.hasOwn(record, sent));

const holdsFlags = ({ records }: Place, name: string): boolean =>
  records.every((record) => record[name] === undefined || typeof record[name] === 'boolean');

export const renamed: AskRule = {
  id: 'records.renamed',
  clause: 'records.renamed',
  needs: ['answer'],
  appliesTo: isRead,
  async ask(context) {
    const { operation } = context;
    const answer = await context.world.plain(operation);
    const pagination = isList(operation) ? paginationOf(answer.value) : null;
    if (pagination !== null) {
      const place = { pointer: '/pagination', documented: PAGINATION_MEMBERS, flags: [], records: [pagination] };
      reportSent(
        context,
        answer,
        place,
        respelledAt(place),
        ({ documented, sent }) => `pagination has no ${documented}, but ${sent}`,
      );
    }
    for (const place of await placesRead(context)) {
      const count = plural(place.records.length, 'record');
      const messageOf = ({ documented, sent }: Respelled) =>
        isShown(place, documented)
          ? `at least one record has ${sent} in place of the documented field ${documented}, which others have (${count} read)`
          : `no record has the documented field ${documented}, but at least one has ${sent} (${count} read)`;
      reportSent(context, answer, place, respelledAt(place), messageOf);
    }
  },
};

function reportSent(
  context: AskContext,
  answer: Answer,
  { pointer }: Place,
  respelled: readonly Respelled[],
  messageOf: (one: Respelled) => string,
): void {
  for (const one of respelled) {
    const { documented, sent } = one;
    const at = `${pointer}/${documented}`;
    context.report(answer, { at, expected: `the name ${documented}`, actual: sent, message: messageOf(one) });
  }
}

export const shown: AskRule = {
  id: 'records.shown',
  clause: 'records.shown',
  needs: ['answer'],
  appliesTo: isRead,
  async ask(context) {
    for (const place of await placesRead(context)) {
      if (place.records.length < ENOUGH) continue;
      const count = plural(place.records.length, 'record');
      const replaced = replacedAt(place);
      const replacedBy = ({ documented, sent }: Respelled) =>
        `all records without the documented field ${documented} have ${sent}, which no other record has (${count} read)`;
      if (replaced.length > 0)
        reportSent(context, await context.world.plain(context.operation), place, replaced, replacedBy);
      const known = respelledAt(place).map(({ documented }) => documented);
      const unseen = place.documented.filter((field) => !known.includes(field) && !isShown(place, field));
      const listed = unseen.length === 0 ? [] : await shownByOthers(context, place);
      const elsewhere = unseen.length === 0 ? null : await ofOtherParents(context, place);
      const absent = unseen.filter((field) => !listed.includes(field) && !(elsewhere && isShown(elsewhere, field)));
      const isWhole = isKpi(context.operation) && place.pointer === '';
      const missing = isWhole ? [...absent, ...alwaysNull(context.operation, place)] : absent;
      if (missing.length === 0) continue;
      const message = `none of ${count} at ${place.pointer || 'the root'} has a value for ${missing.join(', ')}`;
      context.report(await context.world.plain(context.operation), {
        at: place.pointer,
        expected: `${missing.join(', ')} in at least one record`,
        actual: `none of them in ${count}`,
        message,
      });
    }
  },
};

/**
 * Undocumented names that exactly those records have that lack a documented field, if one of the names abbreviates the other and
 * the values are of the same type.
 */
function replacedAt(place: Place): Respelled[] {
  const others = undocumentedAt(place);
  return place.documented.flatMap((documented) => {
    const having = place.records.filter((record) => Object.hasOwn(record, documented));
    const lacking = place.records.length - having.length;
    if (having.length < SEVERAL || lacking < SEVERAL) return [];
    const types = typesOf(having, documented);
    const sent = others.find((name) => {
      const named = place.records.filter((record) => Object.hasOwn(record, name));
      const isInstead = named.length === lacking && !named.some((record) => having.includes(record));
      return isAbbreviated(documented, name) && isInstead && typesOf(named, name).every((type) => types.includes(type));
    });
    return sent === undefined || isRespelled(documented, sent) ? [] : [{ documented, sent }];
  });
}

const typesOf = (records: readonly JsonRecord[], name: string): string[] =>
  records.map((record) => (record[name] === null ? 'null' : typeof record[name]));

/** The same place in the records of the other parents of a child list that are read anyway: one parent may be of one kind. */
async function ofOtherParents(context: AskContext, { pointer }: Place): Promise<Place | null> {
  const { operation, world } = context;
  if (!isList(operation) || pathParameters(operation).length === 0) return null;
  const parents = await world.parents(operation, context.upTo(READ_ANYWAY, 0));
  const places = placesOf(
    operation,
    parents.flatMap(({ items }) => items),
  );
  return places.find((place) => place.pointer === pointer) ?? null;
}

/**
 * The fields that the records of a place, read one by one, lack in their list too, although the list shows them in other
 * records: these records have no value.
 */
async function shownByOthers(context: AskContext, { pointer, records }: Place): Promise<string[]> {
  const source = pointer === '' ? listOf(context.operation) : null;
  if (source === null || isList(context.operation)) return [];
  const list = context.world.operation(source);
  const page = await context.attempt(() => context.page({}, { operation: list }));
  const items = page?.items ?? [];
  const own = items.filter((item) => records.some(({ id }) => isSameId(item.id, String(id))));
  if (own.length < ENOUGH) return [];
  return Object.keys(fieldsOf(list)).filter(
    (field) => items.some((item) => Object.hasOwn(item, field)) && !own.some((item) => Object.hasOwn(item, field)),
  );
}

export const bare: JudgeRule = {
  id: 'records.bare',
  clause: 'records.bare',
  needs: ['answer'],
  appliesTo: isRead,
  judge({ operation, body }, report) {
    const documented = Object.keys(fieldsOf(operation)).filter((name) => name !== '_links');
    let bareRecords = 0;
    recordsOf(operation, body).forEach((record, index) => {
      if (!isRecord(record)) return;
      if (documented.some((name) => Object.hasOwn(record, name))) {
        bareRecords += 1;
        return;
      }
      const envelope = Object.entries(record).find(([, value]) => holds(value, documented));
      if (envelope === undefined) return;
      const at = isList(operation) ? `/items/${index}` : '';
      const message = `the fields of the record are nested in its member ${envelope[0]}`;
      report({ at, expected: 'the documented fields', actual: `the member ${envelope[0]}`, message });
    });
    return bareRecords > 0;
  },
};

/** Whether a value is a record, or a list of one, with most of the documented fields. */
function holds(value: unknown, documented: readonly string[]): boolean {
  const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  const record: JsonRecord = isRecord(one) ? one : {};
  return documented.filter((name) => Object.hasOwn(record, name)).length * 2 >= documented.length;
}

const CONTAINERS = ['array', 'object'];

/** The arrays and objects of a KPI that are null in every read, although each read returns all of the KPI. */
function alwaysNull({ success }: Operation, { documented, records }: Place): string[] {
  const kinds = fields[success.schema ?? ''] ?? {};
  return documented.filter(
    (field) => CONTAINERS.includes(kinds[field] ?? '') && records.every((record) => record[field] === null),
  );
}

/** The rules of the names of fields. */
export const fieldNames = [renamed, shown, bare];
