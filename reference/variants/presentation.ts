import { constantFrom } from 'fast-check';
import { sampleOf } from '../../generators/sample-of.js';
import type { Hook } from '../behaviour.js';
import { variants } from './index.js';
import { touchesOf } from './touches.js';

/** What a server may change from one response to the next without a contradiction. */
const PRESENTATION = new Set(['error-body', 'framing', 'headers', 'json', 'media-type']);

/** After this many requests the drawn choices repeat. */
const CYCLE = 4096;

/** The variants that change only how a response is presented, and get no warning. */
export const presentations = variants.filter(({ id, warnings }) => {
  const touched = touchesOf(id);
  return warnings.rules.length === 0 && touched?.every((aspect) => PRESENTATION.has(aspect)) === true;
});

/** Hooks of one presentation, or none, for one request after another, drawn by a seed. */
export function drawPresentations(seed: number): () => readonly Hook[] {
  const choices: (readonly Hook[])[] = [[], ...presentations.map(({ hooks }) => hooks)];
  const drawn = sampleOf(constantFrom(...choices), seed, CYCLE);
  let count = 0;
  return () => {
    count += 1;
    return drawn[count % CYCLE] ?? [];
  };
}
