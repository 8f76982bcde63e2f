import type { ClauseId } from '../../contract/clauses/index.js';
import type { Operation } from '../../contract/types.js';
import { recordsOf } from '../../engine/judge-state.js';
import { isRecord } from '../../engine/page.js';
import type { JudgeRule } from '../../engine/rule.js';
import type { ProblemKind } from '../../engine/validation.js';
import { isList, isRead } from './applies.js';
import { type FieldTest, fieldsOf, holdsField, isIdentified } from './fields.js';

const INDEX_KEYED = ['discoveryTypes', 'roles', 'certifications', 'failed', '_links'];

interface BySchema {
  readonly kind: ProblemKind;
  /** The fields of which it says something; records without any are not its business. */
  readonly of: FieldTest;
}

/** A rule that reports what the schema of a record finds wrong in some way. */
function bySchema(id: ClauseId, { kind, of }: BySchema): JudgeRule {
  return {
    id,
    clause: id,
    needs: ['records'],
    appliesTo: (operation) => isRead(operation) && holdsField(operation, of),
    judge({ problems }, report) {
      for (const { pointer, expected, actual } of problems.filter((problem) => problem.kind === kind)) {
        const message = `${pointer || 'the body'} is ${JSON.stringify(actual)?.slice(0, 80)}, not ${expected}`;
        report({ at: pointer, expected, actual: JSON.stringify(actual), message });
      }
      return true;
    },
  };
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

export const indexKeys: JudgeRule = {
  id: 'records.index-keys',
  clause: 'records.index-keys',
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
        if (keys.every((_key, position) => Object.hasOwn(value, String(position)))) continue;
        const at = isList(operation) ? `/items/${index}/${field}` : `/${field}`;
        const expected = 'the keys "0", "1" and so on, without holes';
        report({ at, expected, actual: keys.join(', '), message: `${at} is keyed by ${keys.join(', ')}` });
      }
    });
    return seen > 0;
  },
};

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
export const records = [types, containers, dates, zones, idForm, identifierForm, indexKeys, idPresent];
