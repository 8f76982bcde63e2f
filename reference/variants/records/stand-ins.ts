import type { Operation } from '../../../contract/types.js';
import type { Hook } from '../../behaviour.js';
import { presented } from '../../hooks.js';
import { evaluator } from '../../query-hooks.js';
import { recordShape } from '../../record-shape.js';
import type { Choice } from '../variant.js';

/** Shows an empty text, or the first date of most date types, where the store has a null. */
const shownInsteadOfNulls: Hook = presented((one, _index, { operation }) => {
  const { comparable } = recordShape(schemaOf(operation));
  return Object.fromEntries(
    Object.entries(one).map(([name, value]) => {
      const type = value === null ? comparable.get(name) : undefined;
      if (type === 'string') return [name, ''];
      return [name, type === 'date' ? `0001-01-01T00:00:00${isLocal(operation, name) ? '' : 'Z'}` : value];
    }),
  );
});

const schemaOf = ({ success }: Operation): string => success.item ?? success.schema ?? '';

/** Whether a time has no zone: `lastActive` of consumptions. */
const isLocal = (operation: Operation, name: string): boolean =>
  name === 'lastActive' && schemaOf(operation).endsWith('consumption');

/** What records show where a value is missing. */
export const standIns: readonly Choice[] = [
  {
    id: 'missing-values-are-shown-as-empty-texts-and-the-first-date',
    title: 'nulls are shown as empty texts and as 0001-01-01, and compared as nulls',
    chooses: ['records.presence', 'filter.collation', 'sort.collation'],
    hooks: [shownInsteadOfNulls, evaluator(({ field }, row, right) => (row[field] ?? null) !== null && right)],
  },
];
