import type { Answer } from './answer.js';
import type { Client } from './client.js';
import { isOfOtherServer } from './other-server.js';

/**
 * Why no failure with one of these responses counts: since a moment of the run, another server responds in place of the target, such as a page for
 * maintenance or a redirect to a login. `null` if that is not so: then a read that succeeded before still does.
 */
export async function replacementOf(client: Client, answers: readonly Answer[]): Promise<string | null> {
  if (!answers.some(isOfOtherServer)) return null;
  const answer = await client.probe();
  if (answer === null || !isOfOtherServer(answer)) return null;
  client.health.recordReplacement(answer);
  const what = answer.status < 300 ? `${answer.status} with an HTML page` : answer.summary;
  return `another server responds in place of the target: a read that had succeeded before returned ${what}`;
}
