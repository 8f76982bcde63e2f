import type { Har } from 'har-format';
import { describe, expect, test } from 'vitest';
import { renderHar } from '../../reporters/har.js';
import { failedCheck, sampleExchange, sampleRun } from './sample-run.js';

const har = (...run: Parameters<typeof sampleRun>) => (JSON.parse(renderHar(sampleRun(...run))) as Har).log;

describe('the HAR report', () => {
  test('contains an exchange with its request, response, time, and the checks that refer to it', () => {
    const { creator, entries } = har({
      checks: [failedCheck()],
      observations: [{ clause: 'paging.after-last', operation: 'getUsers', value: '404', exchange: 'x1' }],
      exchanges: [sampleExchange({ attempts: 2 })],
    });

    expect(creator).toEqual({ name: 'touchstone', version: '0.1.0' });
    expect(entries).toMatchObject([
      {
        startedDateTime: '2024-05-06T07:08:09.123Z',
        time: 12,
        timings: { wait: 12 },
        request: {
          method: 'GET',
          queryString: [{ name: 'page_size', value: '100' }],
          headers: expect.arrayContaining([{ name: 'authorization', value: '[redacted]' }]),
        },
        response: { status: 200, statusText: 'OK', content: { size: 12, text: '{"items":[]}' } },
        comment: 'x1, getUsers/paging.total-pages, getUsers/paging.after-last, sent 2 times',
      },
    ]);
  });

  test('marks a truncated body and explains a missing response', () => {
    const cut = sampleExchange();
    const { entries } = har({
      exchanges: [
        { ...cut, response: { status: 200, headers: {}, body: 'abc', bodyBytes: 90_000, truncated: true } },
        sampleExchange({ id: 'x2', response: null, error: 'the connection is refused' }),
      ],
    });

    expect(entries[0]?.response.content).toMatchObject({
      text: 'abc',
      comment: 'truncated: the body has 90,000 bytes',
    });
    expect(entries[1]?.response).toMatchObject({ status: 0, comment: 'no response: the connection is refused' });
  });

  test('contains the body of a request', () => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    const { entries } = har({
      exchanges: [sampleExchange({ request: { method: 'PATCH', headers, body: '{"a":1}' } })],
    });

    expect(entries[0]?.request.postData).toMatchObject({ mimeType: 'application/merge-patch+json', text: '{"a":1}' });
    expect(har().entries[0]?.request).not.toHaveProperty('postData');
  });

  test('is in the order in which the requests were sent', () => {
    const at = (id: string, startedAt: string) => sampleExchange({ id, startedAt });
    const { entries } = har({
      exchanges: [at('x1', '2024-05-06T07:08:10.000Z'), at('x2', '2024-05-06T07:08:09.000Z')],
    });

    expect(entries.map(({ comment }) => comment)).toEqual(['x2', 'x1']);
  });
});
