import { describe, expect, it } from 'vitest';
import { Host } from '../../proof/host.js';
import { inconclusiveWritesOf } from '../../proof/inconclusive-writes.js';
import { scoreOf } from '../../proof/score.js';
import { subjectOf } from '../../proof/subject.js';
import { type Trial, tryOut } from '../../proof/trial.js';

describe('a variant whose writes have no effect', () => {
  it('is reported, unless it says that nothing can be decided', async () => {
    const host = await Host.start();
    try {
      const job = { kind: 'variant', id: 'one-record-of-each', seed: 1, data: 'writes' } as const;
      const trial = await tryOut({ ...job, operations: ['bulkUpdateUsers'], rules: ['bulk.effect'] }, host);
      expect(trial.inconclusiveWrites).toEqual([
        { operation: 'bulkUpdateUsers', reason: expect.stringContaining('it needs 2') },
      ]);

      const proof = (id: string) =>
        scoreOf({
          subjects: [subjectOf('variant', id)],
          trials: [{ ...trial, job: { ...trial.job, id } } satisfies Trial],
          seeds: [1],
          whole: false,
          durationMs: 0,
        });
      expect(proof('one-record-of-each')).toMatchObject({ proven: true, inconclusiveWrites: [] });
      expect(proof('json-is-indented')).toMatchObject({
        proven: false,
        inconclusiveWrites: [{ variant: 'json-is-indented', operation: 'bulkUpdateUsers' }],
        figures: { variants: 1, variantsWithWrites: 1, combinations: 0 },
      });
    } finally {
      await host.close();
    }
  });

  it('is judged by the check of the effect alone', () => {
    const check = { id: '', operation: 'updateUser', level: 'must', findings: [], reason: null } as never;
    const checks = (rule: string, outcome: string) => [{ ...(check as object), rule, outcome }] as never;
    expect(inconclusiveWritesOf(checks('updates.effect', 'inconclusive'))).toHaveLength(1);
    expect(inconclusiveWritesOf(checks('updates.effect', 'pass'))).toEqual([]);
    expect(inconclusiveWritesOf(checks('authorization.writes', 'inconclusive'))).toEqual([]);
  });
});
