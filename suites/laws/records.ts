import type { ClauseId } from '../../contract/clauses/index.js';
import type { Operation } from '../../contract/types.js';
import { recordsOf } from '../../engine/run/judge-state.js';
import type { JudgeRule } from '../../engine/run/rule.js';
import { isRecord } from '../../engine/session/page.js';
import type { Seen } from '../../engine/session/seen.js';
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

/** An index-keyed object of a record. */
interface Keyed {
  readonly field: string;
  readonly at: string;
  readonly keys: readonly string[];
}

/** The index-keyed objects of the records of a response. */
function* keyedIn({ operation, body }: Seen): Generator<Keyed> {
  for (const [index, record] of recordsOf(operation, body).entries()) {
    if (!isRecord(record)) continue;
    for (const field of INDEX_KEYED) {
      const value = record[field];
      if (!isRecord(value)) continue;
      yield { field, at: isList(operation) ? `/items/${index}/${field}` : `/${field}`, keys: Object.keys(value) };
    }
  }
}

/** A rule on the keys of the index-keyed objects of a record. */
function byKeys({ id, expected, fits }: KeyRule): JudgeRule {
  return {
    id,
    clause: id,
    needs: ['records'],
    appliesTo: (operation) => isRead(operation) && Object.values(fieldsOf(operation)).includes('index-keyed'),
    judge(seen, report) {
      let count = 0;
      for (const { at, keys } of keyedIn(seen)) {
        count += 1;
        if (fits(keys)) continue;
        report({ at, expected, actual: keys.join(', '), message: `${at} is keyed by ${keys.join(', ')}` });
      }
      return count > 0;
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
    // How many objects of each field begin with "1"; none counts where another one does not.
    const counts = new Map<string, number>();
    for (const { field, keys } of keyedIn(seen)) {
      if (keys.length > 0) counts.set(field, keys[0] === '1' ? (counts.get(field) ?? 0) + 1 : Number.NaN);
    }
    for (const [field, count] of counts) {
      if (!(count >= SEVERAL)) continue;
      const message = `the first key of each of ${count} ${field} is "1", so its keys are no array indexes`;
      report({ at: `/items/*/${field}`, expected: '"0" as the first key', actual: '"1"', message });
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
