import type { Operation } from '../../contract/types.js';
import type { Operator } from '../fault.js';
import { fieldsOf } from '../fields.js';
import { filtered, filterOf, ifAccepted, refiltering, refusing, withoutFilter } from './filtering.js';

/** A text field other than the one that a filter names. */
function otherField(operation: Operation): (filter: string) => string {
  const names = fieldsOf(operation).flatMap(({ path, name, kind }) =>
    path === name && (kind === 'string' || kind === 'uuid') ? [name] : [],
  );
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

/** A filter on one field is ignored: the others work. */
const oneFieldIgnored: Operator = {
  id: 'filter-ignored-on-field',
  title: 'A filter on one field is ignored',
  breaks: ['filter.every-field'],
  sites: (operation) =>
    filtered(operation)
      ? fieldsOf(operation)
          .filter(({ path, name, kind }) => path === name && (kind === 'string' || kind === 'uuid'))
          .map(({ name }) => ({
            detail: name,
            begin: () =>
              ifAccepted((call, send) =>
                send(new RegExp(`\\b${name}\\s+-`).test(filterOf(call) ?? '') ? withoutFilter(call) : call),
              ),
          }))
      : [],
};

const oneFieldFails: Operator = {
  id: 'filter-fails-on-field',
  title: 'A filter on one field is a server error',
  breaks: ['filter.every-field'],
  sites: (operation) =>
    filtered(operation)
      ? fieldsOf(operation)
          .filter(({ path, name, kind }) => path === name && (kind === 'string' || kind === 'uuid'))
          .map(({ name }) => ({
            detail: name,
            begin: () => refusing(500, (filter) => new RegExp(`\\b${name}\\s+-`).test(filter)),
          }))
      : [],
};

/** What a filter means by the field that it names. */
export const filterFields: readonly Operator[] = [onAnotherField, oneFieldIgnored, oneFieldFails];
