import type { Operation } from '../../contract/types.js';
import type { Operator } from '../fault.js';
import { fieldsOf } from '../fields.js';
import type { Transform } from '../wire.js';
import { filtered, ifAccepted, refiltering, refusing } from './filtering.js';

/** The names of the text fields of the records themselves, not of records in them. */
const textFields = (operation: Operation): string[] =>
  fieldsOf(operation).flatMap(({ path, name, kind }) =>
    path === name && (kind === 'string' || kind === 'uuid') ? [name] : [],
  );

/** A text field other than the one that a filter names. */
function otherField(operation: Operation): (filter: string) => string {
  const names = textFields(operation);
  return (filter) =>
    filter.replace(/^(\(*\s*)([A-Za-z]\w*)/, (match, before, name) => {
      const other = names.find((one) => one !== name && one !== 'id');
      return other === undefined ? match : before + other;
    });
}

const onAnotherField: Operator = {
  id: 'filter-on-another-field',
  title: 'A filter is applied to another field than it names',
  breaks: ['filter.sound'],
  sites: (operation) => {
    if (!filtered(operation)) return [];
    const change = otherField(operation);
    return [{ begin: () => ifAccepted(refiltering((filter) => change(filter))) }];
  },
};

/** An operator with a site on each text field that a list may be filtered by. */
const onEachTextField = (
  id: string,
  title: string,
  transform: (names: (filter: string) => boolean) => Transform,
): Operator => ({
  id,
  title,
  breaks: ['filter.every-field'],
  sites: (operation) =>
    (filtered(operation) ? textFields(operation) : []).map((name) => {
      const named = new RegExp(`\\b${name}\\s+-`);
      return { detail: name, begin: () => transform((filter) => named.test(filter)) };
    }),
});

/** A filter on one field is ignored: the others work. */
const oneFieldIgnored = onEachTextField('filter-ignored-on-field', 'A filter on one field is ignored', (names) =>
  ifAccepted(refiltering((filter) => (names(filter) ? null : filter))),
);

const oneFieldFails = onEachTextField('filter-fails-on-field', 'A filter on one field is a server error', (names) =>
  refusing(500, names),
);

/** What a filter means by the field that it names. */
export const filterFields: readonly Operator[] = [onAnotherField, oneFieldIgnored, oneFieldFails];
