import { operations } from '../../contract/operations/index.js';
import { Redaction } from '../../engine/client/redaction.js';
import type { CheckOptions, TargetOptions } from '../../engine/target/options.js';
import { parseBaseUrl, resolveTarget } from '../../engine/target/target.js';
import { UsageError } from '../../engine/target/usage-error.js';
import { AREAS } from '../../options/choices.js';
import { type Connection, connect } from '../connect.js';
import { areaStep } from './area-step.js';
import { connectionSteps } from './connection-steps.js';
import { credentialStep } from './credential-step.js';
import { rateLimitStep } from './rate-limit-step.js';
import { type AreaRead, type Reads, readAreas } from './reads.js';
import { otherServerForAll } from './response-problem.js';
import { ok, problem, type Shown, type Step, skipped } from './step.js';
import { clockStep, latencyStep } from './time-steps.js';

/** How long each step may take, in milliseconds. */
export const STEP_MS = 10_000;

const RESPONSES = ['HTTP', 'credential', 'clock', 'latency', 'rate limit', ...AREAS];

/**
 * Diagnoses the way to a target, step by step, from DNS to one read for each area. Sends at most 15 GET requests. Texts may
 * repeat what the target returned, without secrets. Throws a UsageError for invalid options.
 */
export async function* diagnose(
  options: TargetOptions,
  { timeoutMs = STEP_MS, rps }: Pick<CheckOptions, 'timeoutMs' | 'rps'> = {},
): AsyncGenerator<Step> {
  const { withheld, headerNames } = resolveTarget(options, operations);
  let redaction = new Redaction(withheld, headerNames);
  const masked = ({ text, hint, ...step }: Step): Step => ({
    ...step,
    text: redaction.text(text),
    ...(hint !== undefined && { hint: redaction.text(hint) }),
  });
  let blocked = false;
  for await (const step of connectionSteps(parseBaseUrl(options.baseUrl), options.network ?? {}, timeoutMs)) {
    // A certificate that is not trusted is a failed request, too.
    blocked ||= step.state === 'problem';
    yield masked(step);
  }
  if (blocked) {
    yield* RESPONSES.map((name) => ({ name, ...skipped('there is no connection') }));
    return;
  }
  const { connection, refusal } = await opened(options, {
    concurrency: 1,
    timeoutMs,
    ...(rps !== undefined && { rps }),
  });
  try {
    const reads = await readAreas(connection.target, connection.client);
    // With the tokens that were fetched, renewed ones included.
    redaction = new Redaction(connection.target.withheld, connection.target.headerNames);
    yield* stepsOf(connection, reads, refusal).map(masked);
  } finally {
    await connection.close();
  }
}

/** The connection with the credential, or without one if no token can be fetched, and why not. */
async function opened(
  options: TargetOptions,
  limits: Parameters<typeof connect>[1],
): Promise<{ readonly connection: Connection; readonly refusal: Shown | null }> {
  try {
    return { connection: await connect(options, limits), refusal: null };
  } catch (error) {
    // Invalid options were reported before.
    if (!(error instanceof UsageError)) throw error;
    const { auth: _, ...rest } = options;
    return { connection: await connect(rest, limits), refusal: problem(error.message, error.hint ?? '') };
  }
}

function stepsOf({ target }: Connection, reads: Reads, refusal: Shown | null): Step[] {
  const answers = reads.areas.flatMap(({ answer }) => answer ?? []);
  const all = [...answers, ...(reads.bare === null ? [] : [reads.bare]), ...reads.timed];
  const http = httpStep(answers);
  return [
    { name: 'HTTP', ...http },
    { name: 'credential', ...(refusal ?? credentialStep(target, reads)) },
    { name: 'clock', ...clockStep(all) },
    { name: 'latency', ...latencyStep(reads.timed) },
    { name: 'rate limit', ...rateLimitStep(all) },
    ...reads.areas.map((read) => ({
      name: read.area,
      ...areaOf(read, http, refusal),
    })),
  ];
}

/** One problem is one line: an area is skipped for a problem that concerns all of them. */
function areaOf(read: AreaRead, http: Shown, refusal: Shown | null): Shown {
  if (refusal !== null) return skipped('there is no token');
  return http.state === 'problem' && read.answer !== null ? skipped('see HTTP') : areaStep(read);
}

function httpStep(answers: Reads['timed']): Shown {
  const [first] = answers;
  if (first === undefined) return skipped('nothing was sent');
  const usual = answers.find((answer) => otherServerForAll(answer) === null);
  if (usual === undefined) return otherServerForAll(first) ?? skipped('nothing was sent');
  const server = usual.header('server');
  return ok(`the target responds${server === undefined ? '' : ` (server: ${server})`}`);
}
