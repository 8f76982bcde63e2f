import { recordsOf } from '../../engine/run/judge-state.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { isRecord, type JsonRecord } from '../../engine/session/page.js';
import { plural } from '../../numbers/plural.js';
import { isAgreementArea, isList, isRead } from './applies.js';
import { fieldsOf } from './fields.js';
import { refusals } from './refusals.js';

/** The maximum number of values that an observation lists. */
const NAMED = 20;

/** The maximum number of undocumented fields whose types are observed. */
const OTHERS = 100;

/** All records of an operation that a run reads: the whole list, or the one record. */
async function recordsRead(context: AskContext): Promise<JsonRecord[]> {
  const { operation } = context;
  const all = isList(operation) ? (await context.collection()).items : recordsOf(operation, await context.body());
  return all.filter(isRecord);
}

/** Distinct values with their counts, the most frequent first. */
function counted(values: readonly unknown[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  const ordered = [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  const named = ordered.slice(0, NAMED).map(([value, count]) => `${value} (${count})`);
  return named.join(', ') + (ordered.length > NAMED ? ` and ${ordered.length - NAMED} more` : '');
}

export const states: AskRule = {
  id: 'records.states',
  clause: 'records.states',
  needs: ['records'],
  appliesTo: (operation) => isList(operation) && (operation.area === 'users' || operation.area === 'subscriptions'),
  async ask(context) {
    const { items, pages } = await context.collection();
    for (const field of ['status', 'employmentStatus']) {
      const seen = items.map((item) => item[field]).filter((value) => value !== undefined);
      const [first] = pages;
      if (seen.length > 0 && first !== undefined) context.observe(first.answer, `${field}: ${counted(seen)}`);
    }
  },
};

/** The JSON types that each field was seen with, in a fixed order; null and absent are among them. */
function typesSeen(records: readonly JsonRecord[], names: readonly string[]): Record<string, string> {
  const typeOf = (record: JsonRecord, name: string) => {
    if (!Object.hasOwn(record, name)) return 'absent';
    const value = record[name];
    if (value === null) return 'null';
    return Array.isArray(value) ? 'array' : typeof value;
  };
  return Object.fromEntries(
    names.map((name) => [name, [...new Set(records.map((record) => typeOf(record, name)))].sort().join(', ')]),
  );
}

export const presence: AskRule = {
  id: 'records.presence',
  clause: 'records.presence',
  needs: ['records'],
  appliesTo: isRead,
  async ask(context) {
    const documented = Object.keys(fieldsOf(context.operation));
    const seen = await recordsRead(context);
    const all = (is: (field: string) => boolean, names: readonly string[]) => names.filter(is).join(', ') || 'none';
    const others = [...new Set(seen.flatMap((record) => Object.keys(record)))].filter(
      (name) => !documented.includes(name),
    );
    const words = [
      `never seen: ${all((field) => !seen.some((record) => Object.hasOwn(record, field)), documented)}`,
      `null in some: ${all((field) => seen.some((record) => record[field] === null), documented)}`,
      `undocumented: ${others.sort().join(', ') || 'none'}`,
    ];
    const types = typesSeen(seen, [...documented, ...others.slice(0, OTHERS)]);
    context.observe(await context.world.plain(context.operation), words.join('; '), { fields: types });
  },
};

const CODES = ['discoveryTypes', 'discoveryType', 'type', 'lastActiveValueType'];

export const codes: AskRule = {
  id: 'records.codes',
  clause: 'records.codes',
  needs: ['records'],
  appliesTo: (operation) => isRead(operation) && CODES.some((field) => fieldsOf(operation)[field] !== undefined),
  async ask(context) {
    const seen = await recordsRead(context);
    for (const field of CODES.filter((one) => fieldsOf(context.operation)[one] !== undefined)) {
      const values = seen.flatMap((record) =>
        record[field] instanceof Object ? Object.values(record[field]) : [record[field]],
      );
      const integers = values.filter(Number.isInteger);
      if (integers.length > 0)
        context.observe(await context.world.plain(context.operation), `${field}: ${counted(integers)}`);
    }
  },
};

export const linkRels: AskRule = {
  id: 'relations.link-rels',
  clause: 'relations.link-rels',
  needs: ['answer'],
  appliesTo: (operation) => isRead(operation) && isAgreementArea(operation),
  async ask(context) {
    const body = await context.body();
    const links = isRecord(body) && Array.isArray(body._links) ? body._links.filter(isRecord) : [];
    const words = links.map(({ rel, method }) => `${String(rel)} ${String(method)}`);
    context.observe(await context.world.plain(context.operation), links.length === 0 ? 'no links' : counted(words));
  },
};

export const refusalShapes: AskRule = {
  id: 'errors.shapes',
  clause: 'errors.shapes',
  needs: [],
  appliesTo: isRead,
  async ask(context) {
    const answers = await refusals(context);
    if (answers.length === 0) context.inconclusive('no request triggered an error response');
    for (const status of [...new Set(answers.map((answer) => answer.status))].sort()) {
      const answer = answers.find((one) => one.status === status);
      if (answer === undefined) continue;
      const { value } = answer;
      const members = isRecord(value) ? `{${Object.keys(value).join(', ')}}` : '';
      const body =
        answer.text === ''
          ? 'no body'
          : `a body ${members || 'that is not a JSON object'} of ${plural(answer.text.length, 'character')}`;
      context.observe(answer, `${status}: ${answer.mediaType || 'no content-type'}, ${body}`);
    }
  },
};

/** Unspecified behaviour of records, links and error responses. */
export const observations = [states, presence, codes, linkRels, refusalShapes];
