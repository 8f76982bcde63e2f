import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { spread } from '../../engine/session/diverse.js';
import { isRecord, type JsonRecord } from '../../engine/session/page.js';
import { recordIn } from '../../engine/session/record-in.js';
import type { Difference } from '../../engine/session/seen.js';
import { plural } from '../../numbers/plural.js';
import { isAgreementArea, isList, isReadById } from './applies.js';
import { detailIds, listOf } from './detail-ids.js';
import { fieldsOf } from './fields.js';
import { findSharedIds } from './filterable.js';
import { foldedName, isText } from './names.js';
import { paramsFor } from './params-for.js';

/** By the field with the id of another record: the field with its name, and those with other texts of it. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  vendorId: ['vendor'],
  primaryOwnerId: ['primaryOwnerName'],
  applicationId: ['applicationName'],
  subscriptionId: ['subscriptionName'],
  contactId: ['contactName', 'contactEmail', 'contactPhone'],
  manufacturerId: ['manufacturerName', 'manufacturerLink', 'manufacturerPhone'],
};

/** The maximum number of records that are read because they refer to the same record. */
const SHARING = 2;

/** So many phone numbers or links agree by no chance, where each record could have its own. */
const MANY = 10;

/** So many references with a different name each are no chance. */
const ALL_DIFFERENT = 5;

/** The share of records that may give another name where all are to give the same. */
const FEW = 0.3;

/** A record, or a part of one, with its response. */
interface Shown {
  readonly record: JsonRecord;
  readonly answer: Answer;
  readonly at: string;
}

/** What is said of one record by the records that refer to it by its id. */
interface Referred {
  readonly id: string;
  readonly name: string;
  readonly shown: readonly Shown[];
}

/** Whether the records of an operation refer to others by an id and a name. */
function refers(operation: AskContext['operation']): boolean {
  const isShown = isList(operation) || (isReadById(operation) && isAgreementArea(operation));
  const fields = fieldsOf(operation);
  const has = (id: string) =>
    fields[id] !== undefined && NAMES[id]?.some((name) => fields[name] !== undefined) === true;
  return isShown && (fields.details !== undefined || Object.keys(NAMES).some(has));
}

/**
 * Records that refer to the same record give it the same name, letter case and accents aside. Reports those that do not, if most
 * records do, or if all agree on another one of its texts, such as its phone number: otherwise the name may be a text of the
 * referring record. So may a phone number or a link, even if all agree on the name.
 */
export const oneName: AskRule = {
  id: 'relations.one-name',
  clause: 'relations.one-name',
  from: 'standard',
  needs: ['records'],
  appliesTo: refers,
  async ask(context) {
    const shown = await shownBy(context);
    const all = Object.keys(NAMES).flatMap((id) => (NAMES[id] ?? []).flatMap((name) => referredBy(shown, id, name)));
    if (all.length === 0) context.lacksData('no two records refer to the same record by its id and its name');
    const wrong = strangeNames(shown);
    if (wrong.length === 0) return;
    // A record that another client renames between two reads has other names each time.
    const again = strangeNames(await shownBy(context, `names ${context.seed}`));
    const isAgain = (one: StrangeName) => again.some(({ message }) => message === one.message);
    const lasting = wrong.filter(isAgain);
    if (lasting.length === 0) context.inconclusive('the names changed during the check');
    for (const { answer, ...difference } of lasting) context.report(answer, difference);
  },
};

/** A name that differs from the usual one of its record, with the response that shows it. */
type StrangeName = Difference & { readonly answer: Answer };

/** The names that differ from the usual ones, at most one for each record. */
function strangeNames(shown: readonly Shown[]): StrangeName[] {
  const found: StrangeName[] = [];
  for (const [id, names] of Object.entries(NAMES)) {
    const all = names.map((name) => referredBy(shown, id, name));
    for (const [index, own] of all.entries()) {
      const wrong = own.filter((one) => strangeIn(one) > 0);
      const isUsual = strange(own) <= FEW && (index === 0 || referencesIn(own) >= MANY);
      const agreesElsewhere = index === 0 && all.some((other) => other.length > 1 && strange(other) === 0);
      // Where two of two records differ, either may be wrong.
      const clear = wrong.find((one) => isUsual || strangeIn(one) * 2 < one.shown.length) ?? ofOthers(wrong, shown, id);
      if (clear !== undefined && (isUsual || agreesElsewhere)) found.push(...strangeName(clear));
    }
  }
  return found;
}

/**
 * A record that is given a name of another one, where several records have another name each time that they are referred to: the
 * names belong to something else of the referring records.
 */
function ofOthers(wrong: readonly Referred[], shown: readonly Shown[], id: string): Referred | undefined {
  const isEachTime = wrong.every((one) => namesOf(one).length === one.shown.length);
  if (wrong.length < 2 || referencesIn(wrong) < ALL_DIFFERENT || !isEachTime) return undefined;
  return wrong.find((one) => {
    const names = new Set(one.shown.map((own) => nameIn(own, one.name)));
    return shown.some((other) => {
      const key = other.record[id];
      return isText(key) && key.toLowerCase() !== one.id && names.has(nameIn(other, one.name));
    });
  });
}

/** The records of the list, or those that are read by their ids, and what is nested in them. */
async function shownBy(context: AskContext, again?: string): Promise<Shown[]> {
  const { operation } = context;
  const options = again === undefined ? {} : { again };
  if (isList(operation)) {
    const { pages, pageSize } = await context.collection();
    const read = again === undefined ? pages : (await context.walk(pageSize, {}, options)).pages;
    return read.flatMap(({ items, answer }) =>
      items.flatMap((record, index) => [
        { record, answer, at: `/items/${index}` },
        ...detailsOf(record).map((detail, at) => ({ record: detail, answer, at: `/items/${index}/details/${at}` })),
      ]),
    );
  }
  const ids = [...(await detailIds(context)).map(({ id }) => id), ...(await sharing(context, listOf(operation)))];
  const answers = await Promise.all(
    [...new Set(ids)].map((id) => context.ask({}, { ...options, params: paramsFor(operation, id), valid: true })),
  );
  return answers.flatMap((answer) => {
    const record = recordIn(answer);
    return record === null ? [] : [{ record, answer, at: '' }];
  });
}

/** The ids of listed records that refer to the record to which most refer; few of them. */
async function sharing(context: AskContext, list: string | null): Promise<string[]> {
  if (list === null) return [];
  const { items } = await context.page({}, { operation: context.world.operation(list) });
  const [most] = findSharedIds(context.operation, items).filter(({ field }) => NAMES[field] !== undefined);
  const named = items.filter((item) => most !== undefined && item[most.field] === most.common);
  return spread(named, SHARING).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}

const detailsOf = ({ details }: JsonRecord): JsonRecord[] => (Array.isArray(details) ? details.filter(isRecord) : []);

/** The records that several of the shown ones refer to by a field, and give a name. */
function referredBy(shown: readonly Shown[], id: string, name: string): Referred[] {
  // An id of zeros stands for no record.
  const named = shown.filter(({ record }) => isText(record[id]) && /[^0-]/.test(record[id]) && isText(record[name]));
  const groups = groupsOf(named, ({ record }) => String(record[id]).toLowerCase());
  return [...groups].flatMap(([key, ones]) => (ones.length > 1 ? [{ id: key, name, shown: ones }] : []));
}

function groupsOf(shown: readonly Shown[], keyOf: (one: Shown) => string): Map<string, Shown[]> {
  const groups = new Map<string, Shown[]>();
  for (const one of shown) {
    const key = keyOf(one);
    const own = groups.get(key);
    if (own === undefined) groups.set(key, [one]);
    else own.push(one);
  }
  return groups;
}

const nameIn = ({ record }: Shown, name: string): string => foldedName(String(record[name]));

/** The shown records by the name that they give, those of the most frequent name first. */
function namesOf({ name, shown }: Referred): (readonly Shown[])[] {
  return [...groupsOf(shown, (one) => nameIn(one, name)).values()].toSorted((one, other) => other.length - one.length);
}

/** How many records give another name than most of those that refer to the same record. */
const strangeIn = (one: Referred): number => one.shown.length - (namesOf(one)[0]?.length ?? 0);

const referencesIn = (all: readonly Referred[]): number => all.reduce((sum, { shown }) => sum + shown.length, 0);

/** The share of the records that do, from 0 to 1. */
function strange(all: readonly Referred[]): number {
  return all.reduce((sum, one) => sum + strangeIn(one), 0) / referencesIn(all);
}

/** The name that the fewest records give, and not most of them. */
function strangeName(referred: Referred): StrangeName[] {
  const { id, name } = referred;
  const names = namesOf(referred);
  const [usual, rare] = [names[0] ?? [], names.at(-1)?.[0]];
  if (rare === undefined) return [];
  const [actual, expected] = [JSON.stringify(rare.record[name]), JSON.stringify(usual[0]?.record[name])];
  const message = `${name} of the record ${id} is ${actual} here, and ${expected} in ${plural(usual.length, 'other record')}`;
  return [{ answer: rare.answer, at: `${rare.at}/${name}`, expected, actual, message }];
}
