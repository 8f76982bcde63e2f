// Defects that only a few records of a tenant show. A run that reads a sample of a large list may miss them.
import { body, presented } from '../reference/hooks.js';

/** The id of the user at a part of the list. */
const idAt = ({ users }, part) => users.at(Math.floor(users.records.length * part)).id;

/** A change of the one record at a part of the list, wherever it is returned. */
const oneRecord = (part, change) => (tenant) => {
  const broken = idAt(tenant, part);
  return presented((record) => (record.id === broken ? change(record) : record));
};

export const IN_FEW_RECORDS = [
  {
    title: 'one user in the middle of the list has a flag that is a number',
    hookOf: oneRecord(0.5, (one) => ({ ...one, isOnline: 1 })),
  },
  { title: 'one user at 90 % of the list has no email', hookOf: oneRecord(0.9, ({ email: _email, ...rest }) => rest) },
  {
    title: 'one user in the middle of the list has another name in a list than by id',
    hookOf: (tenant) => {
      const broken = idAt(tenant, 0.5);
      return body((given, { operation }) =>
        operation.id === 'getUser' && given.id === broken ? { ...given, displayName: 'Another Name' } : given,
      );
    },
  },
  {
    title: 'one user in the middle of the list is never in a filtered list',
    hookOf: (tenant) => {
      const broken = idAt(tenant, 0.5);
      return (steps) => ({
        matches: (filter, record, context) => record.id !== broken && steps.matches(filter, record, context),
      });
    },
  },
  {
    title: 'each hundred thousandth user has a date that does not exist',
    hookOf: (tenant) => {
      const broken = new Set();
      for (let position = 50_000; position < tenant.users.records.length; position += 100_000)
        broken.add(tenant.users.at(position).id);
      if (broken.size === 0) broken.add(idAt(tenant, 0.5));
      return presented((record) =>
        broken.has(record.id) ? { ...record, createdDate: '2023-02-30T00:00:00Z' } : record,
      );
    },
  },
];
