import { OPTIONS } from '../../options/declared.js';
import {
  type Expected,
  expectedOf,
  FUNCTION,
  MILLISECONDS,
  numberIn,
  OBJECT,
  PAIRS,
  SIGNAL,
  SWITCH,
  TEXT,
  TEXTS,
  TIMEOUT,
} from './option-values.js';
import type { CheckOptions, TargetOptions } from './options.js';
import { suggest } from './suggest.js';
import { UsageError } from './usage-error.js';

/** How much of a value a message shows, in characters. */
const SHOWN = 80;

type Known<Options> = Readonly<Record<keyof Options, Expected>>;

const of = (key: keyof typeof OPTIONS): Expected => expectedOf(OPTIONS[key].kind);

const CREDENTIALS = ['bearer', 'basic', 'apiKey', 'oauth2', 'command'];
const AUTH: Expected = {
  words: `an object whose kind is one of ${CREDENTIALS.join(', ')}`,
  accepts: (value) => OBJECT.accepts(value) && CREDENTIALS.includes((value as { kind: string }).kind),
};

const TARGET: Known<TargetOptions> = {
  baseUrl: TEXT,
  token: TEXT,
  auth: AUTH,
  authWords: PAIRS,
  network: OBJECT,
  networkWords: OBJECT,
  headers: PAIRS,
  bindings: PAIRS,
  fixtures: PAIRS,
  wireForm: of('wireForm'),
};

const CHECK: Known<CheckOptions> = {
  operations: TEXTS,
  areas: of('areas'),
  rules: TEXTS,
  exclude: TEXTS,
  level: of('level'),
  strict: SWITCH,
  requireDecided: of('requireDecided'),
  power: of('power'),
  powerRequests: numberIn(0, OPTIONS.powerRequests.kind.maximum, true),
  requirePower: of('requirePower'),
  requireOperations: TEXTS,
  bail: of('bail'),
  dataDigests: SWITCH,
  budget: of('budget'),
  maxRequests: of('maxRequests'),
  seed: of('seed'),
  concurrency: of('concurrency'),
  rps: of('rps'),
  shard: TEXT,
  balance: OBJECT,
  timeoutMs: TIMEOUT,
  traceUrl: TEXT,
  waitMs: MILLISECONDS,
  baseline: OBJECT,
  allowWrites: SWITCH,
  allowDestroy: SWITCH,
  allowScopeAll: SWITCH,
  bulkScope: TEXT,
  consistencyWindowMs: MILLISECONDS,
  taskTimeoutMs: MILLISECONDS,
  journal: TEXT,
  signal: SIGNAL,
  onNotice: FUNCTION,
  onJournal: FUNCTION,
  onProgress: FUNCTION,
};

const { bulkScope, consistencyWindowMs, taskTimeoutMs, concurrency, rps, timeoutMs } = CHECK;

/** The options of `undo`. The target of the check may be given as it is; its fixtures and wire form have no effect. */
const UNDO = {
  ...TARGET,
  confirm: FUNCTION,
  force: TEXTS,
  bulkScope,
  consistencyWindowMs,
  taskTimeoutMs,
  concurrency,
  rps,
  timeoutMs,
} as const satisfies Readonly<Record<string, Expected>>;

/** Throws a UsageError for options of a target that do not exist or have a wrong value: JavaScript has no compiler. */
export function assertKnownTarget(target: TargetOptions): void {
  assertKnown(target, TARGET, 'TargetOptions');
  if (target.baseUrl === undefined) {
    throw new UsageError('the base URL is missing', "Give it as baseUrl: check({ baseUrl: 'https://host.example' }).");
  }
}

/** Throws a UsageError for options of a run that do not exist or have a wrong value. */
export function assertKnownOptions(options: CheckOptions): void {
  assertKnown(options, CHECK, 'CheckOptions');
}

/** Throws a UsageError for options of an undo that do not exist or have a wrong value. */
export function assertKnownUndo(options: object): void {
  assertKnown(options, UNDO, 'UndoOptions');
}

function assertKnown(given: unknown, known: Readonly<Record<string, Expected>>, type: string): void {
  if (!OBJECT.accepts(given)) {
    const member = known === TARGET ? "{ baseUrl: 'https://host.example' }" : '{ rps: 5 }';
    throw new UsageError(`${type} is ${named(given)}`, `Give an object, such as ${member}.`);
  }
  for (const [key, value] of Object.entries(given as object)) {
    const expected = Object.hasOwn(known, key) ? known[key] : undefined;
    if (expected === undefined) {
      const hint = suggest(key, Object.keys(known)) || `The type ${type} of the package lists all options.`;
      throw new UsageError(`unknown option ${JSON.stringify(key)} in ${type}`, hint);
    }
    if (value === undefined || expected.accepts(value)) continue;
    const shown = isOpen(key) ? shortened(value) : named(value);
    throw new UsageError(`the option ${key} in ${type} is ${shown}`, `Give ${expected.words}.`);
  }
}

/** Whether a message may show the value. That of a target may be a secret. */
function isOpen(key: string): boolean {
  return !Object.hasOwn(TARGET, key) || key === 'wireForm';
}

/** The beginning of a plain value or an array; the type of another one. */
function shortened(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' || Array.isArray(value) ? JSON.stringify(value).slice(0, SHOWN) : named(value);
}

/** The type of a value: `a number`, `an array`, `null`. */
function named(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const { name = 'Object' } = value.constructor ?? {};
  return name === 'Object' ? 'an object with other members' : `an object of the class ${name}`;
}
