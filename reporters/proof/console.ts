import type { ProofReport } from '../../schemas/generated/touchstone.js';
import { counted, duration, thousands } from '../numbers.js';
import { terminalText } from '../terminal-text.js';
import { textTable } from '../text-table.js';
import { percent, scoreLine } from './figures.js';

type Mutant = ProofReport['mutants'][number];

/** A section with its lines indented; empty if there are none. */
function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ''];
}

function accusations({ falseAccusations }: ProofReport): string[] {
  return falseAccusations.map(
    ({ variant, seed, check, level, message }) =>
      `${level.padEnd(6)}  ${variant}: ${check} (seed ${seed}): ${terminalText(message, 300)}`,
  );
}

/** Every mutant with the rules that it trips. */
function matrix(mutants: readonly Mutant[]): string[] {
  const rows = mutants.map((mutant) => [
    mutant.caught ? 'caught' : 'SURVIVED',
    mutant.level,
    mutant.id,
    mutant.caughtBy.join(' ') || '-',
    mutant.others.join(' ') || '-',
  ]);
  return textTable(['', 'level', 'mutant', 'caught by', 'also tripped'], rows);
}

function figures({ figures: own, runs, requests, durationMs }: ProofReport): string[] {
  return [
    `must-level kill rate    ${percent(own.mustCaught, own.mustMutants)} (${thousands(own.mustCaught)} of ${thousands(own.mustMutants)})`,
    `should-level kill rate  ${percent(own.shouldCaught, own.shouldMutants)} (${thousands(own.shouldCaught)} of ${thousands(own.shouldMutants)})`,
    `other rules tripped     ${own.otherRules} on average, ${own.unrelatedRules} of them unrelated`,
    `effort                  ${counted(runs, 'run')}, ${counted(requests, 'request')}, ${duration(durationMs)}`,
  ];
}

/**
 * The summary of a proof for a terminal: false accusations, surviving mutants, rules and clauses without a mutant, the
 * matrix and the figures; the last line is the score.
 */
export function renderProof(report: ProofReport): string {
  const survivors = report.mutants.filter(({ caught }) => !caught);
  const survived = survivors.map(
    ({ id, title, level, rules, survivedSeeds }) =>
      `${level.padEnd(6)}  ${id} (seed ${survivedSeeds.join(', ')}): ${title}; not found by ${rules.join(', ')}`,
  );
  const lines = [
    ...section('False accusations', accusations(report)),
    ...section(
      'Variants whose writes showed no effect',
      report.inconclusiveWrites.map(
        ({ variant, seed, operation, reason }) =>
          `${variant}: ${operation} (seed ${seed}): ${terminalText(reason, 300)}`,
      ),
    ),
    ...section(
      'Internal errors of touchstone',
      report.faults.map(({ subject, seed, message }) => `${subject} (seed ${seed}): ${terminalText(message, 300)}`),
    ),
    ...section('Survivors', survived),
    ...section('Rules that no mutant needs', report.deadRules),
    ...section('Clauses that no mutant breaks', report.unbrokenClauses),
    ...section(
      'Mutants',
      report.mutants.length === 0 ? [] : matrix([...survivors, ...report.mutants.filter(({ caught }) => caught)]),
    ),
    ...section('Figures', figures(report)),
    scoreLine(report),
  ];
  return `${lines.join('\n')}\n`;
}
