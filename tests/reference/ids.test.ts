import { expect, it } from 'vitest';
import { family as mutantFamily } from '../../reference/mutants/mutant.js';
import { slug } from '../../reference/slug.js';
import { family as variantFamily } from '../../reference/variants/variant.js';

it.each([
  ['total_pages is rounded down', 'total-pages-is-rounded-down'],
  ['getUserKpis answers 3.0', 'get-user-kpis-answers-3-0'],
  ['"size" is null, and so on…', 'size-is-null-and-so-on'],
])('the slug of %j is %s', (title, id) => {
  expect(slug(title)).toBe(id);
});

it('the id of a mutant and of a variant is the slug of its title, unless it has an explicit id', () => {
  const defect = { title: 'Nothing is sent', operation: 'getUsers', rule: 'answers.json', hook: () => ({}) } as const;
  const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);
  expect(ids(mutantFamily('some', [defect, { ...defect, id: 'own' }]))).toEqual(['nothing-is-sent', 'own']);
  expect(ids(variantFamily('some', [{ title: 'Nothing is sent' }, { title: 'x', id: 'own' }]))).toEqual([
    'nothing-is-sent',
    'own',
  ]);
});
