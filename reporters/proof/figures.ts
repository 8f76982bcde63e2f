import type { ProofReport } from '../../schemas/generated/touchstone.js';
import { counted, thousands } from '../numbers.js';

/** The score of a proof in one line: `proof: 262/262 must-level mutants caught, ...`. */
export function scoreLine({ figures, inconclusiveWrites, faults, seeds }: ProofReport): string {
  const accusations = figures.mustAccusations + figures.shouldAccusations;
  const parts = [
    `${thousands(figures.mustCaught)}/${thousands(figures.mustMutants)} must-level mutants caught`,
    `${thousands(figures.shouldCaught)}/${thousands(figures.shouldMutants)} should-level`,
    `${counted(accusations, 'false accusation')} in ${counted(figures.variants, 'variant')} and ${counted(figures.combinations, 'combination')}`,
    `${figures.otherRules} other rules tripped by a mutant on average`,
    ...(inconclusiveWrites.length > 0 ? [`${counted(inconclusiveWrites.length, 'inconclusive write')}`] : []),
    ...(faults.length > 0 ? [`${counted(faults.length, 'internal error')} of touchstone`] : []),
    `${seeds.length === 1 ? 'seed' : 'seeds'} ${seeds.join(', ')}`,
  ];
  return `proof: ${parts.join(', ')}`;
}

/** A percentage, rounded down so that 100 % means all. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.floor((1000 * part) / whole) / 10} %`;
}
