import { type Answer, isSuccess } from '../../engine/client/answer.js';
import type { Target } from '../../engine/target/target.js';
import type { Reads } from './reads.js';
import { ok, problem, type Shown, skipped, warning } from './step.js';

/** Whether the target accepts the credential, from what it responds to each area and to a read without it. */
export function credentialStep({ hasCredential }: Target, { areas, bare }: Reads): Shown {
  const answered = areas.flatMap(({ area, answer }) => (answer?.received ? [{ area, answer }] : []));
  const rejecting = answered.filter(({ answer }) => answer.status === 401);
  const challenge = challengeOf(rejecting[0]?.answer);
  if (answered.some(({ answer }) => isSuccess(answer))) {
    if (rejecting.length > 0) {
      const where = rejecting.map(({ area }) => area).join(', ');
      return problem(
        `rejected with 401 in: ${where}${challenge}`,
        'Check the scope and the audience of the credential.',
      );
    }
    return hasCredential ? accepted(bare) : ok('none was given, and none is required');
  }
  if (rejecting.length > 0) {
    return hasCredential
      ? problem(
          `rejected with 401${challenge}`,
          'Check the credential: whether it has expired, and for which service it is.',
        )
      : problem(
          `none was given, and the target responds with 401${challenge}`,
          'Give one with TOUCHSTONE_TOKEN or --auth.',
        );
  }
  if (answered.length > 0 && answered.every(({ answer }) => answer.status === 403)) {
    return problem(
      '403 for each area: it is not allowed to read',
      'Give the caller permission to read, or use another credential.',
    );
  }
  return skipped('no response shows whether it is accepted');
}

function accepted(bare: Answer | null): Shown {
  if (bare === null) return ok('accepted');
  if (!isSuccess(bare)) return ok(`accepted; without it: ${bare.failure === null ? bare.status : 'no response'}`);
  return warning(
    `not required: without it the target returns ${bare.status} too`,
    'Check whether everyone may read the target, or whether a gateway adds a credential.',
  );
}

/** What the target says that it requires: `WWW-Authenticate`. */
function challengeOf(answer: Answer | undefined): string {
  const challenge = answer?.header('www-authenticate');
  return challenge === undefined ? '' : ` (WWW-Authenticate: ${challenge})`;
}
