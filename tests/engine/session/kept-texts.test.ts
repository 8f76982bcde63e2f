import { describe, expect, it } from 'vitest';
import { operations } from '../../../contract/operations/index.js';
import type { Operation } from '../../../contract/types.js';
import { JudgeState } from '../../../engine/run/judge-state.js';
import type { JudgeRule } from '../../../engine/run/rule.js';
import { AskContext } from '../../../engine/session/ask-context.js';
import { keptDifference, keptText } from '../../../engine/session/kept-texts.js';
import type { Difference } from '../../../engine/session/seen.js';
import type { World } from '../../../engine/session/world.js';
import { answer } from '../answers.js';

const operation = operations[0] as Operation;
const long = 'é'.repeat(20_000);
const shortened = `${'é'.repeat(10_000)}… (20000 characters)`;
const difference: Difference = { at: '/a', expected: 'b', actual: 'c', message: 'd', fields: ['a'] };

describe('a text that outlives its response', () => {
  it.each(['', 'short', 'a text that V8 would not copy', '\ud800 alone', 'ü€😀'.repeat(100)])('stays: %j', (text) => {
    expect(keptText(text)).toBe(text);
  });

  it('is shortened if it is long, and says so', () => {
    expect(keptText(long)).toBe(shortened);
    expect(keptText('😀'.repeat(6000))).toHaveLength('😀'.repeat(5000).length + '… (12000 characters)'.length);
    expect(keptText(`x${'😀'.repeat(6000)}`)).toMatch(/^x(?:😀){4999}… \(/u);
  });
});

describe('a difference that is kept', () => {
  it('stays if it is short', () => {
    const value = { a: [1, null, 'x'] };
    expect(keptDifference({ ...difference, actual: value })).toEqual({ ...difference, actual: value });
    expect(keptDifference({ ...difference, actual: undefined }).actual).toBeUndefined();
  });

  it('has no long text, wherever the text is', () => {
    const texts = { at: long, expected: long, actual: long, message: long };
    const kept = { at: shortened, expected: shortened, actual: shortened, message: shortened };
    expect(keptDifference(texts)).toEqual(kept);
    expect(keptDifference({ ...difference, actual: [long] }).actual).toMatch(/^\["é{9998}… \(20004 characters\)$/);
  });

  it('is what a check and a judge rule keep', () => {
    const context = new AskContext(operation, {} as World, 0, 0);
    context.report(answer(), { ...difference, message: long });
    context.observe(answer(), long);
    expect([context.evidence[0]?.difference.message, context.observed[0]?.value]).toEqual([shortened, shortened]);

    const judge: JudgeRule['judge'] = (_seen, report) => {
      report({ ...difference, actual: long });
      return true;
    };
    const state = new JudgeState({ needs: [], judge } as unknown as JudgeRule);
    state.accept({ operation, answer: answer(), query: {}, params: {}, body: {}, problems: [] });
    expect(state.evidence[0]?.difference.actual).toBe(shortened);
  });
});
