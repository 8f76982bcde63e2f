import { describe, expect, it } from 'vitest';
import { Host } from '../../proof/host.js';
import { scoreOf } from '../../proof/score.js';
import { subjectOf } from '../../proof/subject.js';
import { type Trial, tryOut } from '../../proof/trial.js';
import { WRITES } from '../../reference/variants/variant.js';

const trial = (id: string): Trial => ({
  job: { kind: 'variant', id, seed: 1, data: 'writes', operations: ['updateUser'] },
  verdict: 'inconclusive',
  reason: '1 record could not be restored',
  requests: 1,
  failed: [],
  errors: [],
  inconclusiveWrites: [],
  unrestored: '1 record not restored',
});
const accusations = (id: string, own = trial(id)) =>
  scoreOf({ subjects: [subjectOf('variant', id)], trials: [own], seeds: [1], whole: false, durationMs: 1 })
    .falseAccusations;

describe('a proof', () => {
  it('counts a record of a conforming alternative that is not restored as a false accusation', () => {
    expect(accusations('texts-are-empty')).toMatchObject([{ check: 'restoration', level: 'must' }]);
  });

  it('does not where other clients change records', () => {
    expect(accusations('records-are-edited-often')).toEqual([]);
  });

  it.each([
    // Each read of a list shows the same new count for all records, as a write to all of them could.
    'counts-move-with-every-read',
    // Records that a bulk update may have reached are restored, although they are as they were.
    'an-empty-text-is-stored-as-null-and-some-notes-are-empty-from-before+no-subscriptions',
  ])('shows that %s is restored', async (id) => {
    const host = await Host.start();
    try {
      const written = await tryOut({ kind: 'variant', id, seed: 1, data: 'writes', operations: WRITES }, host);

      expect(written.requests).toBeGreaterThan(1000);
      expect(accusations(id, written)).toEqual([]);
    } finally {
      await host.close();
    }
  });
});
