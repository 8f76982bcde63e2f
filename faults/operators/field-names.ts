import { withoutMember, withRenamed } from '../change.js';
import type { Operator } from '../fault.js';
import { type Field, fieldsOf, onRecords } from '../fields.js';

const snake = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])/g, '_').toLowerCase();
const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
/** The last two letters swapped, which is no other spelling of the name; a letter more if they are equal. */
const misspelt = (name: string): string => {
  const [last = '', other = ''] = [name.at(-1), name.at(-2)];
  return last === other ? `${name}x` : name.slice(0, -2) + last + other;
};

/** An operator that sends each documented field under another name. */
function renaming(
  id: string,
  title: string,
  rule: 'records.renamed' | 'records.shown',
  respell: (name: string) => string,
): Operator {
  return {
    id,
    title,
    breaks: [rule],
    sites: (operation) =>
      fieldsOf(operation)
        .filter(({ name }) => respell(name) !== name)
        .map((field) => ({
          detail: field.path,
          begin: () => onRecords(field, (record) => withRenamed(record, field.name, respell(field.name))),
        })),
  };
}

const absent: Operator = {
  id: 'field-absent',
  title: 'A documented field is in no record',
  breaks: ['records.shown'],
  sites: (operation) =>
    fieldsOf(operation).map((field) => ({
      detail: field.path,
      ...(isId(field) && { breaks: ['records.id-present'] as const }),
      begin: () => onRecords(field, (record) => withoutMember(record, field.name)),
    })),
};

const isId = ({ path }: Field): boolean => path === 'id';

/** The names of documented fields. */
export const fieldNames: readonly Operator[] = [
  absent,
  renaming('field-snake-case', 'A documented field is sent in snake case', 'records.renamed', snake),
  renaming('field-capitalized', 'A documented field is sent with a capital letter', 'records.renamed', capitalized),
  renaming('field-misspelt', 'A documented field is sent under a misspelt name', 'records.shown', misspelt),
];
