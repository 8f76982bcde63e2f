import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../engine/client/failure.js';

describe('the message of a failure', () => {
  const words = (code: string) => failureOf(Object.assign(new Error('internal text'), { code }), false);

  it.each([
    ['ENOTFOUND', 'name', 'the host name cannot be resolved'],
    ['EAI_AGAIN', 'name', 'the host name cannot be resolved'],
    ['ECONNREFUSED', 'refused', 'the connection was refused'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', 'the port does not speak TLS'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout', 'did not complete in time'],
    ['UND_ERR_BODY_TIMEOUT', 'timeout', 'did not complete in time'],
    ['UND_ERR_HEADERS_OVERFLOW', 'too-large', 'the response headers are too large'],
    ['Z_DATA_ERROR', 'protocol', 'does not match its content-encoding'],
    ['HPE_INVALID_CONSTANT', 'protocol', 'not a valid HTTP message'],
    ['ECONNRESET', 'network', 'the connection broke'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', 'the certificate is for another host'],
    ['CERT_HAS_EXPIRED', 'tls', 'not valid at this time'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls', 'not trusted'],
    ['EPROTO', 'tls', 'the TLS connection failed'],
    ['EHOSTUNREACH', 'refused', 'the host cannot be reached'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout', 'the connection timed out'],
    ['UND_ERR_INVALID_ARG', 'unsendable', 'the request cannot be sent'],
    ['UND_ERR_SOCKET', 'network', 'the connection broke'],
  ])('%s is of the kind %s', (code, kind, text) => {
    const failure = words(code);

    expect(failure.kind).toBe(kind);
    expect(failure.message).toContain(`${text}`);
    expect(failure.message).toContain(`(${code})`);
    expect(failure.hint).toMatch(/\.$/);
  });

  it.each([
    ['TOUCHSTONE_SLOW', 'timeout', 'the response did not complete in time'],
    ['TOUCHSTONE_TOO_LARGE', 'too-large', 'the response body is too large, over 16 MB'],
    ['TOUCHSTONE_CODING', 'coding', 'the content-encoding of the response is not supported'],
  ])('does not contain the code %s of touchstone itself', (code, kind, message) => {
    expect(words(code)).toMatchObject({ kind, message });
  });

  it('contains no stack', () => {
    const failure = failureOf(new TypeError('something odd'), false);

    expect(JSON.stringify(failure)).not.toMatch(/\n|\\n|at .*:\d+/);
    expect(failure.message).toContain('something odd');
  });

  it('is that of the cause, or of the first of several', () => {
    const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });

    expect(failureOf(new TypeError('fetch failed', { cause: refused }), false).kind).toBe('refused');
    expect(failureOf(new AggregateError([refused, new Error('y')]), false).kind).toBe('refused');
  });

  it('is that of the outer error if that has a code', () => {
    const error = Object.assign(new Error('x', { cause: { code: 'ECONNREFUSED' } }), { code: 'ETIMEDOUT' });

    expect(failureOf(error, false).kind).toBe('timeout');
  });

  it('is that of an error with a known name, or of anything that was thrown', () => {
    expect(failureOf(Object.assign(new Error('x'), { name: 'HTTPParserError' }), false).kind).toBe('protocol');
    expect(failureOf('odd', false)).toMatchObject({ kind: 'network', message: 'the connection broke (odd)' });
  });

  it('says that the response ended early when its headers had arrived', () => {
    const failure = failureOf(Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }), true);

    expect(failure).toMatchObject({ kind: 'protocol', message: 'the response ended early (UND_ERR_SOCKET)' });
  });
});
