import type { History } from './history.js';
import { smallestCounterexample } from './minimise.js';
import { type Explained, explains, type JudgeOptions, MODELS, type Model } from './models.js';

/** What a history shows of a target. */
export interface Judgement {
  /** The strongest model that certainly explains the history; `null` if none does. */
  readonly model: Model | null;
  /** The stronger models whose search reached its limit: they may explain it too. */
  readonly open: readonly Model[];
  /** The weakest of the models that are stronger and do not explain the history, with a smallest part that shows it. */
  readonly refuted: { readonly model: Model; readonly counterexample: History } | null;
}

/** Judges a history: the strongest model that explains it, and why no stronger one does. */
export function judge(history: History, options: JudgeOptions): Judgement {
  const open: Model[] = [];
  let refuted: Model | null = null;
  for (const model of MODELS) {
    const explained: Explained = explains(model, history, options);
    if (explained === 'yes') return { model, open, refuted: counterexampleOf(refuted) };
    if (explained === 'unknown') open.push(model);
    else refuted = model;
  }
  return { model: null, open, refuted: counterexampleOf(refuted) };

  function counterexampleOf(model: Model | null): Judgement['refuted'] {
    if (model === null) return null;
    const isRefuted = (part: History) => explains(model, part, options) === 'no';
    return { model, counterexample: smallestCounterexample(history, isRefuted) };
  }
}
