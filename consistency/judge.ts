import type { History } from './history.js';
import { smallestCounterexample } from './minimise.js';
import { type Explained, explains, type JudgeOptions, MODELS, type Model } from './models.js';

/** What a history shows of a target. */
export interface Judgement {
  /** The strongest model that certainly explains the history; `null` if none does. */
  readonly model: Model | null;
  /** The stronger models whose search reached its limit: they may explain it too. */
  readonly open: readonly Model[];
  /** The weakest of the models that are stronger and do not explain the history. */
  readonly refuted: Model | null;
}

/** Judges a history: the strongest model that explains it, and why no stronger one does. */
export function judge(history: History, options: JudgeOptions): Judgement {
  const open: Model[] = [];
  let refuted: Model | null = null;
  for (const model of MODELS) {
    const explained: Explained = explains(model, history, options);
    if (explained === 'yes') return { model, open, refuted };
    if (explained === 'unknown') open.push(model);
    else refuted = model;
  }
  return { model: null, open, refuted };
}

/** A small part of a history that a refuted model does not explain. It takes much longer than the judgement. */
export function counterexampleOf(model: Model, history: History, options: JudgeOptions): History {
  return smallestCounterexample(history, (part) => explains(model, part, options) === 'no');
}
