import { DEFAULT_BUDGET } from '../target/budget.js';
import { quoted, targetWords } from '../target/command-words.js';
import type { CheckOptions } from '../target/options.js';
import type { Target } from '../target/target.js';

/**
 * The command that reproduces a run. It contains no secrets: the token comes from TOUCHSTONE_TOKEN, and headers are
 * given by name, with variables as values.
 */
export function reproduction(target: Target, options: CheckOptions, embedded: boolean): string {
  const {
    operations = [],
    areas = [],
    rules = [],
    level = 'gap',
    strict = false,
    requireDecided,
    requireOperations = [],
    budget = DEFAULT_BUDGET,
    seed,
    concurrency,
    rps,
    timeoutMs,
    baseline,
    allowWrites = false,
    allowDestroy = false,
    allowScopeAll = false,
    bulkScope,
    consistencyWindowMs,
    taskTimeoutMs,
  } = options;
  const words = [
    ...targetWords(target, embedded),
    ...(embedded ? [] : Object.entries(target.fixtures).flatMap(([name, id]) => ['--fixture', `${name}=${id}`])),
    ...(target.wireForm === 'array' ? ['--wire-form', 'array'] : []),
    ...operations.flatMap((glob) => ['--operation', glob]),
    ...areas.flatMap((area) => ['--area', area]),
    ...rules.flatMap((glob) => ['--rule', glob]),
    ...(level === 'gap' ? [] : ['--level', level]),
    ...(strict ? ['--strict'] : []),
    ...(requireDecided === undefined ? [] : ['--require-decided', `${requireDecided}%`]),
    ...requireOperations.flatMap((glob) => ['--require-operation', glob]),
    ...(baseline?.file === undefined ? [] : ['--baseline', baseline.file]),
    ...(baseline?.allowFixed ? ['--allow-fixed'] : []),
    ...(budget === DEFAULT_BUDGET ? [] : ['--budget', budget]),
    // On the embedded reference everything is allowed by default.
    ...(allowWrites && !embedded ? ['--allow-writes'] : []),
    ...(allowDestroy && !embedded ? ['--allow-destroy'] : []),
    ...(allowScopeAll && !embedded ? ['--allow-scope-all'] : []),
    ...(bulkScope === undefined ? [] : ['--bulk-scope', bulkScope]),
    ...numbers({ 'consistency-window': consistencyWindowMs, 'task-timeout': taskTimeoutMs }),
    ...numbers({ seed, concurrency, rps, timeout: timeoutMs }),
  ];
  return ['touchstone', 'check', ...words.map(quoted)].join(' ');
}

function numbers(options: Readonly<Record<string, number | undefined>>): string[] {
  return Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, String(value)]));
}
