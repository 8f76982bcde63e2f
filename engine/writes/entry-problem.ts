import type { ErrorObject, ValidateFunction } from 'ajv';
import { recordKinds } from '../../contract/record-kinds.js';
import type { RecordKind } from '../../contract/types.js';
import { journalEntry } from '../../schemas/generated/validators-journal.js';
import { isRecordId } from '../target/record-id.js';
import type { Entry, RefreshedEntry, ReopenedEntry, SettledEntry } from './journal-entry.js';
import type { JournalState } from './journal-state.js';
import { type Fields, watchedNames } from './record-fields.js';

/** The maximum nesting of a value: deeper ones are neither compared nor written. */
const DEEPEST = 200;

const validate = journalEntry as unknown as ValidateFunction<Entry>;

/**
 * What is wrong with an entry that follows those of `state`, in a few words; `null` if it can be a line of a journal.
 * Both writing and reading check this, so that a run writes nothing that cannot be undone.
 */
export function entryProblem(entry: unknown, state: JournalState): string | null {
  if (!validate(entry)) return schemaProblem(validate.errors?.[0]);
  if ((entry.type === 'run') !== (state.run === undefined)) {
    return entry.type === 'run' ? 'a second run' : 'an entry before that of the run';
  }
  if (state.finished) return 'an entry after the last one';
  switch (entry.type) {
    case 'chosen':
      return idsProblem(entry.kind, entry.ids);
    case 'before':
      return recordProblem(entry.kind, entry.id) ?? fieldsProblem(entry.kind, entry.fields);
    case 'write':
      return (
        writeProblem(entry, state) ??
        idsProblem(entry.kind, entry.ids) ??
        fieldsProblem(entry.kind, {
          ...entry.sent,
          ...Object.fromEntries((entry.anyValue ?? []).map((name) => [name, null])),
        })
      );
    case 'answer': {
      const write = state.write(entry.n);
      if (write === undefined || write.answer !== undefined) return `the answer to ${entry.n}, which awaits none`;
      return fieldsProblem(write.kind, entry.fields ?? {});
    }
    case 'ended':
      return entry.n > state.writes ? `the end of ${entry.n}, which was not begun` : null;
    case 'settled':
    case 'reopened':
      return unknownProblem(entry, state);
    case 'refreshed':
      return unknownProblem(entry, state) ?? copiesProblem(entry);
    default:
      return null;
  }
}

function unknownProblem({ kind, id }: SettledEntry | ReopenedEntry | RefreshedEntry, state: JournalState) {
  return state.knows(kind, id) ? null : 'a record that no entry before it describes';
}

function copiesProblem({ kind, fields }: RefreshedEntry): string | null {
  const { copies } = kindOf(kind) ?? { copies: {} };
  const other = Object.keys(fields).find((name) => !Object.hasOwn(copies, name));
  return other === undefined ? null : `the field ${other}, which copies no text of another record`;
}

function schemaProblem({ instancePath = '', keyword = '', params = {} }: Partial<ErrorObject> = {}): string {
  const member = params.missingProperty ?? params.additionalProperty ?? params.tag;
  const place = `${instancePath}${member === undefined ? '' : `/${member}`}`;
  const words: Readonly<Record<string, string>> = {
    required: 'is missing',
    additionalProperties: 'is not known',
    discriminator: 'is not a known type of entry',
    type: `is no ${params.type}`,
  };
  return `${place || 'the entry'} ${words[keyword] ?? 'has an invalid value'}`;
}

function writeProblem({ n, operation, kind, ids }: Entry & { type: 'write' }, state: JournalState): string | null {
  if (n !== state.writes + 1) return `write ${n} after write ${state.writes}`;
  const known = kindOf(kind);
  if (known !== undefined && operation !== known.update && operation !== known.bulk.operation) {
    return `the operation ${operation}, which does not update records of the kind ${kind}`;
  }
  const unknown = ids.find((id) => !state.knows(kind, id));
  return unknown === undefined ? null : `the record ${unknown}, which no entry before it describes`;
}

function idsProblem(kind: string, ids: readonly string[]): string | null {
  return ids.map((id) => recordProblem(kind, id)).find((problem) => problem !== null) ?? null;
}

function recordProblem(kind: string, id: string): string | null {
  if (kindOf(kind) === undefined) return `unknown kind of record ${kind}`;
  return isRecordId(id) ? null : `the record id ${JSON.stringify(id)}, which cannot be used in a path`;
}

/**
 * A journal contains only fields that updates change, and fields derived from them: nothing else may ever be written to
 * a record.
 */
function fieldsProblem(kind: string, fields: Fields): string | null {
  const found = kindOf(kind);
  const known = found === undefined ? new Set() : watchedNames(found);
  const unknown = Object.keys(fields).find((name) => !known.has(name));
  if (unknown !== undefined) return `the field ${unknown}, which no update of the kind ${kind} changes`;
  return isDeeper(fields, DEEPEST) ? `a value that nests deeper than ${DEEPEST} levels` : null;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1));
}

function kindOf(id: string): RecordKind | undefined {
  return recordKinds.find((kind) => kind.id === id);
}
