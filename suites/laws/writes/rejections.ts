import type { ClauseId } from '../../../contract/clauses/index.js';
import { type Answer, isClientError } from '../../../engine/client/answer.js';
import type { JudgeRule, Need, WriteRule } from '../../../engine/run/rule.js';
import type { Difference } from '../../../engine/session/seen.js';
import type { Credential } from '../../../engine/target/credentials.js';
import { isBulkUpdate, isRemoval, isUpdate } from '../applies.js';
import {
  credentialBodyProblem,
  errorBodyProblem,
  mediaTypeProblem,
  messageOf,
  messageProblem,
  repeatedCredentialProblem,
  stackTraceProblem,
} from '../refusal-problems.js';
import { scenarioOf } from './deletion/scenario.js';

/** A response that rejects a write. */
interface Rejection {
  readonly answer: Answer;
  readonly credential: Credential;
}

/** What is expected of the responses that reject writes. */
interface Expectation {
  readonly id: string;
  readonly clause: ClauseId;
  readonly needs: readonly Need[];
  /** Whether it is about a response. */
  readonly of: (rejection: Rejection) => boolean;
  readonly problem: (rejection: Rejection) => Difference | null;
}

/** Whether a response rejects a write for another reason than its credential. */
const isOfRequest = ({ answer, credential }: Rejection): boolean =>
  isClientError(answer) && answer.status !== 401 && credential === 'given';

const body400: Expectation = {
  id: 'errors.writes-body-400',
  clause: 'errors.body-400',
  needs: [],
  of: (rejection) => isOfRequest(rejection) && rejection.answer.status === 400,
  problem: ({ answer }) => errorBodyProblem(answer),
};

const bodyOther: Expectation = {
  id: 'errors.writes-body-other',
  clause: 'errors.body-other',
  needs: [],
  of: (rejection) => isOfRequest(rejection) && rejection.answer.status !== 400,
  problem: ({ answer }) => errorBodyProblem(answer),
};

const mediaType: Expectation = {
  id: 'errors.writes-media-type',
  clause: 'errors.media-type',
  needs: [],
  of: (rejection) => isOfRequest(rejection) && rejection.answer.text !== '',
  problem: ({ answer }) => mediaTypeProblem(answer),
};

const message: Expectation = {
  id: 'errors.writes-message',
  clause: 'errors.message',
  needs: [],
  of: (rejection) => isOfRequest(rejection) && messageOf(rejection.answer) !== null,
  problem: ({ answer }) => messageProblem(answer),
};

const noStackTrace: Expectation = {
  id: 'answers.writes-no-stack-trace',
  clause: 'answers.no-stack-trace',
  needs: [],
  of: ({ answer }) => answer.status >= 400,
  problem: ({ answer }) => stackTraceProblem(answer),
};

const authorizationBody: Expectation = {
  id: 'authorization.writes-body',
  clause: 'authorization.body',
  needs: ['credential'],
  of: ({ answer, credential }) => isClientError(answer) && credential !== 'given',
  problem: ({ answer, credential }) => credentialBodyProblem(answer, credential),
};

const noCredential: Expectation = {
  id: 'answers.writes-no-credential',
  clause: 'answers.no-credential',
  needs: ['credential'],
  of: ({ answer, credential }) => isClientError(answer) && credential !== 'given',
  problem: ({ answer }) => repeatedCredentialProblem(answer),
};

/** Checks what the other checks of updates send, and the targets reject. */
function ofUpdates({ of, problem, ...rule }: Expectation): JudgeRule {
  return {
    ...rule,
    rejections: true,
    appliesTo: (operation) => isUpdate(operation) || isBulkUpdate(operation),
    judge({ answer, rejected = 'given' }, report) {
      const rejection = { answer, credential: rejected };
      if (!of(rejection)) return false;
      const found = problem(rejection);
      if (found !== null) report(found);
      return true;
    },
  };
}

/** Checks the removals that should remove no user: they are sent once in a run, for all rules. */
function ofRemovals({ of, problem, ...rule }: Expectation): WriteRule {
  return {
    ...rule,
    appliesTo: isRemoval,
    async write(context) {
      const { unauthorized, unknownUser, malformedUser, unknownSubscription, again } = await scenarioOf(context);
      const rejections = [...unauthorized, unknownUser, malformedUser, unknownSubscription, again].filter(of);
      if (rejections.length === 0) context.inconclusive('no removal was rejected with such a response');
      for (const rejection of rejections) {
        const found = problem(rejection);
        if (found !== null) context.report(rejection.answer, found);
      }
    },
  };
}

/** The rules of responses that reject writes. */
export const rejections = [
  ...[mediaType, message, noStackTrace, authorizationBody, noCredential].map(ofUpdates),
  ...[body400, bodyOther, mediaType, message, noStackTrace, authorizationBody, noCredential].map(ofRemovals),
];
