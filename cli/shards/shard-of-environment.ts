import { UsageError } from '../../engine/target/usage-error.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables with the index and the number of parallel jobs, and what the first index is. */
interface System {
  readonly name: string;
  readonly index: string;
  readonly total: string;
  readonly first: 0 | 1;
}

/** GitHub has no such variables: a workflow passes on `strategy.job-index` and `strategy.job-total`. */
const SYSTEMS: readonly System[] = [
  { name: 'this workflow', index: 'TOUCHSTONE_JOB_INDEX', total: 'TOUCHSTONE_JOB_TOTAL', first: 0 },
  { name: 'Kubernetes', index: 'JOB_COMPLETION_INDEX', total: 'TOUCHSTONE_SHARDS', first: 0 },
  { name: 'GitLab', index: 'CI_NODE_INDEX', total: 'CI_NODE_TOTAL', first: 1 },
  { name: 'Buildkite', index: 'BUILDKITE_PARALLEL_JOB', total: 'BUILDKITE_PARALLEL_JOB_COUNT', first: 0 },
  { name: 'CircleCI', index: 'CIRCLE_NODE_INDEX', total: 'CIRCLE_NODE_TOTAL', first: 0 },
];

/**
 * The shard of `--shard auto`, such as `2/8`, from the variables of the CI. Throws a UsageError if they are missing or
 * contradict each other: a job never runs all checks because its index was not found.
 */
export function shardOfEnvironment(env: Environment): string {
  const system = SYSTEMS.find(({ index, total }) => env[index] || env[total]);
  if (system === undefined) {
    throw new UsageError(
      '--shard auto found no index of this job in the environment',
      `Write --shard INDEX/TOTAL, or set ${SYSTEMS[0]?.index} (from 0) and ${SYSTEMS[0]?.total}.`,
    );
  }
  const { name, index, total, first } = system;
  const missing = [index, total].find((variable) => !env[variable]);
  if (missing !== undefined) {
    throw new UsageError(
      `--shard auto found variables of ${name}, but ${missing} is not set`,
      'Run the job in parallel, so that it is set, or write --shard INDEX/TOTAL.',
    );
  }
  const [at, of] = [whole(index, env[index]), whole(total, env[total])];
  const place = at - first + 1;
  if (place >= 1 && place <= of) return `${place}/${of}`;
  throw new UsageError(
    `--shard auto: ${index}=${at} is impossible with ${total}=${of}`,
    `${index} is from ${first} to ${of - 1 + first}.`,
  );
}

function whole(variable: string, text: string | undefined): number {
  if (text !== undefined && /^\d{1,6}$/.test(text)) return Number(text);
  throw new UsageError(
    `--shard auto: ${variable}=${JSON.stringify(text)} is not a whole number`,
    'Correct the variable.',
  );
}
