import { isRecord } from '../../engine/session/page.js';
import { pathParameters } from '../../engine/session/world.js';
import { type AreaRead, itemsOf } from './reads.js';
import { otherServer } from './response-problem.js';
import { ok, problem, type Shown, skipped, warning } from './step.js';

/** What the read of an area shows. */
export function areaStep({ operation, answer, reason }: AreaRead): Shown {
  if (answer === null) return skipped(reason);
  const other = otherServer(answer);
  if (other !== null) return { ...other, text: `${operation.id}: ${other.text}` };
  const { status, json } = answer;
  const text = `${operation.id}: ${status}`;
  const excluded = 'leave it out: name the others with --area';
  const [sample] = pathParameters(operation);
  switch (status) {
    case 200:
      break;
    case 401:
      return skipped('401: see the credential');
    case 403:
      return warning(`${text}: the area is not offered to this caller`, `Give the caller permission, or ${excluded}.`);
    case 404:
      if (sample?.fixture) {
        return warning(`${text}: the sample may be wrong`, `Give one with --fixture ${sample.fixture}=ID.`);
      }
      return problem(
        text,
        `Check the base URL, give the path with --bind '${operation.id}=GET /path', or ${excluded}.`,
      );
    case 429:
      return skipped('429: see the rate limit');
    default:
      return problem(text, 'Look at the log of the target for this request.');
  }
  if (json.problem !== undefined)
    return problem(`${text}, but the body is not JSON: ${json.problem}`, 'Inspect it with curl -v.');
  const count = itemsOf(answer).length;
  const timed = `${text} in ${Math.round(answer.durationMs)} ms`;
  if (count > 0) return ok(`${timed}, ${count === 1 ? '1 record' : `${count} records`} on the first page`);
  if (!(isRecord(json.value) && Array.isArray(json.value.items))) {
    return problem(`${text}, but the body is no page of a list`, 'Check that the base URL is that of this interface.');
  }
  return warning(`${timed}, no records`, 'Use a tenant with data: without records most checks are inconclusive.');
}
