import { causeOf } from '../client/cause.js';
import type { Client } from '../client/client.js';
import type { Moment, Trouble } from '../client/target-health.js';

/** What a run saw of the target's health, and what the target answers when it is asked once more at the end. */
export interface HealthReport {
  /** `null` where every request was answered. */
  readonly firstTrouble: Trouble | null;
  readonly lastGood: Moment | null;
  /** The rest of the run was not sent, since the target was gone. */
  readonly endedEarly: boolean;
  /** The first read that succeeded, sent again at the end; `null` where there was no trouble, or nothing to send. */
  readonly probe: (Moment & { readonly succeeded: boolean; readonly summary: string }) | null;
}

/** Sums up how the target did, and probes it where there was trouble. */
export async function healthReport(client: Client): Promise<HealthReport> {
  const { firstTrouble, lastGood, isDead: endedEarly } = client.health;
  const answer = firstTrouble === null ? null : await client.probe();
  const probe = answer && {
    at: answer.startedAt,
    request: answer.number,
    method: answer.request.method,
    url: answer.request.url,
    succeeded: causeOf(answer) === null && answer.status === 200,
    summary: answer.summary,
  };
  return { firstTrouble, lastGood, endedEarly, probe };
}
