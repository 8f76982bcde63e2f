import { leaks } from './leaks.js';

/** Where a text is cut: at ends of lines, and at marks that stand between the parts of a report and in no form of a secret. */
const CUTS = /(?<=[\n,>{}])/;
/** A piece of a secret, folded as narrowly as any form of it, takes fewer parts than this. */
const TOGETHER = 12;

/**
 * Searches several texts for the same secrets. What was searched before, with all that stands beside it, is not searched
 * again: the reports of similar runs differ in few places, and a search reads each text in dozens of ways.
 */
export class LeakSearch {
  readonly #clean = new Set<string>();

  constructor(private readonly secrets: readonly string[]) {}

  /** As `leaks`. */
  leaksIn(text: string): string[] {
    const parts = text.split(CUTS);
    const isNew = new Uint8Array(parts.length);
    const windows: string[] = [];
    for (let from = 0; from === 0 || from + TOGETHER <= parts.length; from += 1) {
      const window = parts.slice(from, from + TOGETHER).join('');
      if (this.#clean.has(window)) continue;
      windows.push(window);
      isNew.fill(1, from, from + TOGETHER);
    }
    const found = leaks(parts.filter((_part, index) => isNew[index] === 1).join(''), this.secrets);
    if (found.length === 0) for (const window of windows) this.#clean.add(window);
    return found;
  }
}
