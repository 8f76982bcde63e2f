import { causeOf } from '../client/cause.js';
import type { Client } from '../client/client.js';
import { isHtml } from '../client/other-server.js';
import type { Moment, Trouble } from '../client/target-health.js';

/** The health of the target during a run, and the result of a last probe. */
export interface HealthReport {
  /** `null` if every request got a response. */
  readonly firstTrouble: Trouble | null;
  readonly lastGood: Moment | null;
  /** The target was gone, so the remaining requests were not sent. */
  readonly endedEarly: boolean;
  /** The fixtures, such as `userId`, whose samples disappeared because the data of the target were replaced. */
  readonly replaced: readonly string[];
  /** Why the token could not be renewed during the run; `null` if that was not needed. */
  readonly tokenProblem: string | null;
  /** The first successful read, repeated at the end; `null` if there was no trouble, or no successful read. */
  readonly probe: (Moment & { readonly succeeded: boolean; readonly summary: string }) | null;
}

/** Summarizes the health of the target, and probes it if there was trouble. */
export async function healthReport(client: Client): Promise<HealthReport> {
  const { firstTrouble, lastGood, isDead: endedEarly, tokenProblem, replaced } = client.health;
  const answer = firstTrouble === null ? null : await client.probe();
  const probe = answer && {
    at: answer.startedAt,
    request: answer.number,
    method: answer.request.method,
    url: answer.request.url,
    succeeded: causeOf(answer) === null && answer.status === 200 && !isHtml(answer),
    summary: answer.summary,
  };
  return { firstTrouble, lastGood, endedEarly, tokenProblem, replaced, probe };
}
