import { describe, expect, it } from 'vitest';
import { Recorder } from '../../conformance/recorder.js';
import { operations } from '../../contract/operations/index.js';
import { Answer } from '../../engine/client/answer.js';
import { resolveTarget } from '../../engine/target/target.js';

describe('a recorder', () => {
  const answer = (method: string, path: string, authorization: string | undefined, body: string): Answer => {
    const headers = { ...(authorization !== undefined && { authorization }) };
    const received = { status: 200, headers: { 'content-encoding': 'gzip', etag: 'x' }, body: Buffer.from(body) };
    return new Answer({ method, url: `http://target.test/${path}`, headers }, received, null, 0, 0, 1);
  };
  const options = { baseUrl: 'http://target.test', token: 'first' };

  it('keeps the reads before the first write, decoded', () => {
    const recorder = new Recorder();
    recorder.add(answer('GET', 'a', 'Bearer first', '1'));
    recorder.add(answer('PATCH', 'a', 'Bearer first', '2'));
    recorder.add(answer('GET', 'b', 'Bearer first', '3'));

    const { exchanges } = recorder.workOf(options, resolveTarget(options, operations));

    expect(exchanges).toEqual([
      {
        request: { method: 'GET', path: '/a', headers: { authorization: 'Bearer first' } },
        response: { status: 200, headers: { etag: 'x' }, body: Buffer.from('1') },
      },
    ]);
  });

  it('keeps nothing beyond its limit, and says that the power cannot be measured', () => {
    const recorder = new Recorder(4);
    recorder.add(answer('GET', 'a', 'Bearer first', '1234'));
    expect(recorder.problem).toBeNull();

    recorder.add(answer('GET', 'b', 'Bearer first', '5'));
    recorder.add(answer('GET', 'c', 'Bearer first', ''));

    expect(recorder.problem).toMatch(/^the power was not measured: the responses of the run take more than /);
    expect(recorder.workOf(options, resolveTarget(options, operations)).exchanges).toEqual([]);
  });

  it('takes a renewed token for the first one, and leaves a wrong one and none', () => {
    const recorder = new Recorder();
    const target = resolveTarget(options, operations);
    const sent = ['Bearer second', target.headers('wrong').authorization, undefined];
    for (const [index, authorization] of sent.entries()) recorder.add(answer('GET', `${index}`, authorization, ''));

    const { exchanges } = recorder.workOf(options, target);

    expect(exchanges.map(({ request }) => request.headers.authorization)).toEqual([
      'Bearer first',
      target.headers('wrong').authorization,
      undefined,
    ]);
  });
});
