import { type Defect, family } from '../mutant.js';
import { AREAS, records } from './write-hooks.js';

/** Other rules that send a bulk update with a filter. */
const ALSO = ['bulk.filter', 'bulk.filter-nothing', 'bulk.malformed-filter', 'bulk.hostile-bodies'];

/** How a text may match the value of a filter in part. */
const NEAR: readonly (readonly [matches: string, near: (text: string, value: string) => boolean])[] = [
  ['matches the beginning of a text', (text, value) => text.startsWith(value)],
  ['matches the end of a text', (text, value) => text.endsWith(value)],
  ['matches a text in another case', (text, value) => text.toLowerCase() === value.toLowerCase()],
];

/** Filters of bulk updates that select records which nearly match. */
export const nearFilters = family(
  'near-filters',
  AREAS.flatMap(({ bulk, of }): Defect[] => [
    ...NEAR.map(
      ([matches, near]): Defect => ({
        title: `a filter of a bulk update of ${of} ${matches}`,
        operation: bulk,
        rule: 'bulk.filter',
        rules: ['bulk.filter-exact'],
        also: ALSO,
        hook: (steps) => ({
          select: (request, context) => {
            const [, name = '', value = ''] = /^(\w+) -eq '(.*)'$/u.exec(request.filter ?? '') ?? [];
            const alike = records(context).filter(
              (one) => name !== 'id' && name !== '' && near(String(one[name]), value),
            );
            const selection = steps.select(request, context);
            return { ...selection, ids: [...new Set([...selection.ids, ...alike.map(({ id }) => String(id))])] };
          },
        }),
      }),
    ),
    {
      title: `a bulk update of ${of} reads the first of two comparisons that -and joins`,
      operation: bulk,
      rule: 'bulk.filter',
      rules: ['bulk.filter-exact'],
      also: ALSO,
      hook: (steps) => ({
        select: ({ filter, ...request }, context) =>
          steps.select({ ...request, ...(filter !== undefined && { filter: filter.split(' -and ')[0] }) }, context),
      }),
    },
    {
      title: `a filter of a bulk update of ${of} ends a value at its first space`,
      operation: bulk,
      rule: 'bulk.filter',
      rules: ['bulk.filter-joined'],
      also: ALSO,
      hook: (steps) => ({
        select: ({ filter, ...request }, context) => {
          const cut = filter?.replace(/'([^' ]*) [^']*'/gu, "'$1'");
          return steps.select({ ...request, ...(cut !== undefined && { filter: cut }) }, context);
        },
      }),
    },
  ]),
  'writes',
);
