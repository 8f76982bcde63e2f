import { expect, it } from 'vitest';
import { operation } from '../../contract/operations/index.js';
import { Answer } from '../../engine/client/answer.js';
import type { Seen } from '../../engine/session/seen.js';
import { successStatus } from '../../suites/laws/answers.js';

/** The outcome of the rule for a response with a status to a URL of a length. */
function judged(status: number, length: number) {
  const request = { method: 'GET', url: 'https://target.example/users?filter='.padEnd(length, 'a'), headers: {} };
  const answer = new Answer(request, { status, headers: {}, body: Buffer.alloc(0) }, null, 0, 1, 1, 1);
  const found: string[] = [];
  const decided = successStatus.judge({ operation: operation('getUsers'), answer } as Seen, ({ message }) => {
    found.push(message);
  });
  return [decided, found];
}

it('does not accuse a target that rejects a long URL with 414: the next page of a list may have one', () => {
  expect(judged(414, 400)).toEqual([false, []]);
});

it('accuses a target that rejects a short URL with 414, or a long one with another status', () => {
  expect(judged(414, 100)).toEqual([true, [expect.stringMatching(/^a documented request returned 414/)]]);
  expect(judged(400, 400)).toEqual([true, [expect.stringMatching(/^a documented request returned 400/)]]);
});
