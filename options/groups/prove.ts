import { PROOF_REPORT_KINDS } from '../choices.js';
import type { OwnOption } from '../option.js';
import { RUN } from './run.js';

const { minimum, maximum } = RUN.seed.kind;

/** The options of `touchstone prove`. */
export const PROVE = {
  mutant: {
    flag: '--mutant <glob>',
    kind: { type: 'texts' },
    help: 'run these broken references, by id; one+other combines two',
  },
  variant: {
    flag: '--variant <glob>',
    kind: { type: 'texts' },
    help: 'run these conforming alternatives, by id; one+other combines two',
  },
  family: {
    flag: '--family <glob>',
    kind: { type: 'texts' },
    help: 'run these families of mutants and variants, such as "filter*"',
  },
  since: {
    flag: '--since <ref>',
    kind: { type: 'text' },
    help: 'run only what the changes since this commit affect',
  },
  sample: {
    flag: '--sample <number>',
    kind: { type: 'number', minimum: 1, maximum: 100_000, whole: true },
    help: 'run about this many mutants, a share of each family',
  },
  randomCombinations: {
    flag: '--random-combinations <number>',
    kind: { type: 'number', minimum: 1, maximum: 100_000, whole: true },
    help: 'run this many random combinations of conforming alternatives, drawn by the seed, on few records',
  },
  seed: {
    flag: '--seed <number>',
    kind: { type: 'numbers', minimum, maximum },
    help: 'the random seed; each seed is a separate proof',
  },
  threads: {
    flag: '--threads <number>',
    kind: { type: 'number', minimum: 1, maximum: 256, whole: true },
    help: 'number of worker threads',
    defaultText: 'one for each processor',
  },
  report: {
    flag: '--report <kind=file>',
    kind: { type: 'pairs', names: Object.fromEntries(PROOF_REPORT_KINDS.map((kind) => [kind, ''])) },
    help: `write a report: ${PROOF_REPORT_KINDS.map((kind) => `${kind}=FILE`).join(' or ')}`,
  },
  quiet: {
    flag: '-q, --quiet',
    kind: { type: 'switch' },
    help: 'print the summary only, without progress',
  },
} as const satisfies Readonly<Record<string, OwnOption>>;
