import { afterEach, expect, it } from 'vitest';
import { on, record } from '../../../reference/hooks.js';
import type { Reference } from '../../../reference/index.js';
import { variants } from '../../../reference/variants/index.js';
import { scopeAll } from '../../../suites/laws/writes/bulk/scope-all.js';
import { digestOf, ruleOf, runRules, served } from './run-rules.js';

const open: Reference[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((reference) => reference.close()));
});

const update = ruleOf('update', async (context) => {
  await context.send({ record: context.record, body: context.patchFor(context.record, { notes: 'of the run' }) });
});

it('applications of which the list shows the names alone are chosen by their details, and restored', async () => {
  const hooks = [
    on(
      'getApplications',
      record((given) =>
        Object.fromEntries(Object.keys(given).map((name) => [name, SHOWN.has(name) ? given[name] : undefined])),
      ),
    ),
  ];
  const { reference, target } = await served({ hooks });
  open.push(reference);
  const before = digestOf(reference);

  const { results, restoration } = await runRules(
    target,
    { updateApplication: [update] },
    { consistencyWindowMs: 200 },
  );

  expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([['pass', null]]);
  expect(restoration?.touched.length).toBeGreaterThan(0);
  expect(restoration?.left).toEqual([]);
  expect(digestOf(reference)).toBe(before);
});

const SHOWN = new Set(['id', 'name']);

it('applications of which the list leaves out texts are updated, alone and with all others, and restored', async () => {
  const variant = variants.find(({ id }) => id === 'the-list-of-applications-leaves-out-their-texts');
  const { reference, target } = await served({ hooks: variant?.hooks ?? [] });
  open.push(reference);
  const before = digestOf(reference);

  const { results, restoration } = await runRules(
    target,
    { updateApplication: [update], bulkUpdateApplications: [scopeAll] },
    { consistencyWindowMs: 200, allowScopeAll: true },
  );

  expect(variant).toBeDefined();
  expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['pass', null],
    ['pass', null],
  ]);
  expect(restoration?.left).toEqual([]);
  expect(digestOf(reference)).toBe(before);
});
