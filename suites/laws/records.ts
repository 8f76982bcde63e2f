import type { ClauseId } from '../../contract/clauses/index.js';
import type { Operation } from '../../contract/types.js';
import { recordsOf } from '../../engine/run/judge-state.js';
import type { JudgeRule } from '../../engine/run/rule.js';
import { isRecord } from '../../engine/session/page.js';
import { describeProblem, type ProblemKind } from '../../engine/session/validation.js';
import { isList, isRead } from './applies.js';
import { type FieldTest, fieldsOf, isIdentified, namesHeld } from './fields.js';

const INDEX_KEYED = ['discoveryTypes', 'roles', 'certifications', 'failed', '_links'];

interface BySchema {
  readonly kind: ProblemKind;
  /** The fields that it checks; it does not apply to records without any of them. */
  readonly of: FieldTest;
}

/** A rule that reports one kind of schema violation. */
function bySchema(id: ClauseId, { kind, of }: BySchema): JudgeRule {
  const known = new WeakMap<Operation, ReadonlySet<string>>();
  const namesIn = (operation: Operation) => {
    const names = known.get(operation) ?? namesHeld(operation, of);
    known.set(operation, names);
    return names;
  };
  return {
    id,
    clause: id,
    needs: ['records'],
    appliesTo: (operation) => isRead(operation) && namesIn(operation).size > 0,
    judge({ operation, body, problems }, report) {
      for (const problem of problems.filter((one) => one.kind === kind)) {
        const { pointer, expected, actual } = problem;
        report({ at: pointer, expected, actual: JSON.stringify(actual), message: describeProblem(problem) });
      }
      return hasValue(body, namesIn(operation));
    },
  };
}

/** Whether a value holds a member of one of these names, at any depth, that is not null. Stops at the first one. */
function hasValue(value: unknown, names: ReadonlySet<string>): boolean {
  if (Array.isArray(value)) return value.some((item) => hasValue(item, names));
  if (!isRecord(value)) return false;
  for (const name in value) {
    const own = value[name];
    if (own === null || own === undefined) continue;
    if (names.has(name) || hasValue(own, names)) return true;
  }
  return false;
}

const DATES = ['date', 'date-time', 'local-date-time'];

export const types = bySchema('records.types', { kind: 'type', of: () => true });
export const containers = bySchema('records.containers', {
  kind: 'container',
  of: (_kind, name) => INDEX_KEYED.includes(name),
});
export const dates = bySchema('records.dates', { kind: 'date', of: (kind) => DATES.includes(kind) });
export const zones = bySchema('records.zones', {
  kind: 'zone',
  of: (kind) => kind !== 'date' && DATES.includes(kind),
});
export const idForm = bySchema('records.id-form', { kind: 'id', of: (kind, name) => kind === 'uuid' && name === 'id' });
export const identifierForm = bySchema('records.identifier-form', {
  kind: 'identifier',
  of: (kind, name) => kind === 'uuid' && name !== 'id',
});

/** A key that is an array index as a string: digits, without a sign or leading zeros. */
const INDEX = /^(?:0|[1-9]\d*)$/;

interface KeyRule {
  readonly id: 'records.index-keys' | 'records.index-holes';
  readonly expected: string;
  fits(keys: readonly string[]): boolean;
}

/** A rule on the keys of the index-keyed objects of a record. */
function byKeys({ id, expected, fits }: KeyRule): JudgeRule {
  return {
    id,
    clause: id,
    needs: ['records'],
    appliesTo: (operation) => isRead(operation) && Object.values(fieldsOf(operation)).includes('index-keyed'),
    judge({ operation, body }, report) {
      let seen = 0;
      recordsOf(operation, body).forEach((record, index) => {
        if (!isRecord(record)) return;
        for (const field of INDEX_KEYED) {
          const value = record[field];
          if (!isRecord(value)) continue;
          seen += 1;
          const keys = Object.keys(value);
          if (fits(keys)) continue;
          const at = isList(operation) ? `/items/${index}/${field}` : `/${field}`;
          report({ at, expected, actual: keys.join(', '), message: `${at} is keyed by ${keys.join(', ')}` });
        }
      });
      return seen > 0;
    },
  };
}

const KEYS = byKeys({
  id: 'records.index-keys',
  expected: 'array indexes as keys: "0", "1" and so on',
  fits: (keys) => keys.every((key) => INDEX.test(key)),
});

/** With so many objects, a first key other than "0" is no gap of one of them. */
const SEVERAL = 3;

export const indexKeys: JudgeRule = {
  ...KEYS,
  judge(seen, report) {
    const { operation, body } = seen;
    const keyed = recordsOf(operation, body)
      .filter(isRecord)
      .flatMap((record) =>
        INDEX_KEYED.map((field) => ({ field, keys: isRecord(record[field]) ? Object.keys(record[field]) : [] })),
      )
      .filter(({ keys }) => keys.length > 0);
    for (const field of new Set(keyed.map((one) => one.field))) {
      const own = keyed.filter((one) => one.field === field).map(({ keys }) => keys);
      const [first] = own;
      if (own.length < SEVERAL || first === undefined || own.some((keys) => keys[0] !== '1')) continue;
      const at = `/items/*/${field}`;
      const message = `the first key of each of ${own.length} ${field} is "1", so its keys are no array indexes`;
      report({ at, expected: '"0" as the first key', actual: '"1"', message });
    }
    return KEYS.judge(seen, report);
  },
};

export const indexHoles = byKeys({
  id: 'records.index-holes',
  expected: 'the keys "0", "1" and so on, without gaps',
  // records.index-keys reports keys that are not an index.
  // Keys that are indexes come first and in ascending order.
  fits: (keys) => keys.every((key, position) => key === `${position}`) || !keys.every((key) => INDEX.test(key)),
});

export const idPresent: JudgeRule = {
  id: 'records.id-present',
  clause: 'records.id-present',
  needs: ['records'],
  appliesTo: (operation: Operation) => isRead(operation) && isIdentified(operation),
  judge({ operation, body }, report) {
    recordsOf(operation, body).forEach((record, index) => {
      const id = isRecord(record) ? record.id : null;
      if (id !== undefined && id !== null) return;
      const at = isList(operation) ? `/items/${index}/id` : '/id';
      report({ at, expected: 'an id', actual: id, message: 'a record has no id' });
    });
    return true;
  },
};

/** The rules of every record. */
export const records = [types, containers, dates, zones, idForm, identifierForm, indexKeys, indexHoles, idPresent];
