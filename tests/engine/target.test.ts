import { describe, expect, it } from 'vitest';
import { operation, operations } from '../../contract/operations/index.js';
import { MADE_UP_CREDENTIALS } from '../../engine/target/credentials.js';
import type { TargetOptions } from '../../engine/target/options.js';
import { resolveTarget } from '../../engine/target/target.js';
import { UsageError } from '../../engine/target/usage-error.js';

const resolve = (options: Partial<TargetOptions>) =>
  resolveTarget({ baseUrl: 'https://host.example', ...options }, operations);

function refusal(options: Partial<TargetOptions>): { message: string; hint: string } {
  try {
    resolve(options);
  } catch (error) {
    if (error instanceof UsageError) return { message: error.message, hint: error.hint ?? '' };
    throw error;
  }
  throw new Error('it was taken');
}

describe('the base URL', () => {
  it.each([
    ['https://host.example', 'https://host.example', '/api/x'],
    ['https://host.example/', 'https://host.example', '/api/x'],
    ['HTTPS://Host.Example:443', 'https://host.example', '/api/x'],
    ['http://host.example:8080/prefix', 'http://host.example:8080/prefix', '/prefix/api/x'],
    ['http://host.example/prefix/deep//', 'http://host.example/prefix/deep', '/prefix/deep/api/x'],
    ['http://host.example/a b', 'http://host.example/a%20b', '/a%20b/api/x'],
    ['http://[::1]:8080/p', 'http://[::1]:8080/p', '/p/api/x'],
    ['  http://host.example?  ', 'http://host.example', '/api/x'],
  ])('%j is resolved to %s', (baseUrl, taken, path) => {
    const target = resolve({ baseUrl });

    expect(target.baseUrl).toBe(taken);
    expect(target.path('api/x')).toBe(path);
    expect(target.path('/api/x')).toBe(path);
  });

  it.each([
    ['', 'is not a valid URL'],
    ['host.example', 'is not a valid URL'],
    ['/api', 'is not a valid URL'],
    ['http://', 'is not a valid URL'],
    ['http://host:99999', 'is not a valid URL'],
    ['ftp://host.example', 'neither http: nor https:'],
    ['file:///etc/passwd', 'neither http: nor https:'],
    ['https://host.example?key=1', 'a query or a fragment'],
    ['https://host.example/#top', 'a query or a fragment'],
  ])('%j is rejected', (baseUrl, message) => {
    const refused = refusal({ baseUrl });

    expect(refused.message).toContain(message);
    expect(refused.hint).toContain('--base-url');
  });

  it('without a scheme gets a hint with the scheme', () => {
    expect(refusal({ baseUrl: 'localhost:3000/api' }).hint).toContain('--base-url http://localhost:3000/api');
  });

  it.each([
    'https://me:hunter22@host.example',
    'ftp://me:hunter22@host',
    'http://me:hunter22 @x y',
    'me:hunter22@host',
  ])('does not repeat the password in %s', (baseUrl) => {
    const { message, hint } = refusal({ baseUrl });

    expect(`${message} ${hint}`).not.toContain('hunter22');
  });
});

describe('headers', () => {
  it('contain the token as a bearer credential', () => {
    const target = resolve({ token: 'abcdefgh', headers: { 'X-Tenant': 'acme' } });

    expect(target.headers('given')).toEqual({ authorization: 'Bearer abcdefgh', 'x-tenant': 'acme' });
  });

  it.each<[Partial<TargetOptions>, string]>([
    [{ token: 'abcdefgh' }, 'Authorization'],
    [{ auth: { kind: 'basic', username: 'me', password: 'hunter22' } }, 'authorization'],
    [{ auth: { kind: 'command', command: ['get-token'], timeoutMs: 1000 } }, 'authorization'],
    [{ auth: { kind: 'apiKey', header: 'X-Key', value: 'hunter22' } }, 'x-key'],
  ])('cannot contain the header of the credential too: %j', (credential, header) => {
    const { message, hint } = refusal({ ...credential, headers: { [header]: 'Basic secret' } });

    expect(message).toContain(`and the header ${header.toLowerCase()} are both given`);
    expect(hint).toMatch(/^Remove the header .* or the (token|credential)/);
    expect(`${message} ${hint}`).not.toMatch(/secret|hunter22|abcdefgh/);
  });

  it('may contain the header Authorization next to an API key in another one', () => {
    const auth = { kind: 'apiKey', header: 'X-Key', value: 'k' } as const;

    expect(resolve({ auth, headers: { Authorization: 'Basic x' } }).headers('given')).toEqual({
      authorization: 'Basic x',
      'x-key': 'k',
    });
  });

  it('are varied by removing, emptying or falsifying every credential and nothing else', () => {
    const target = resolve({ token: 'abcdefgh', headers: { 'X-Api-Key': 'k-123456', Accept: 'application/json' } });

    expect(target.headers('none')).toEqual({ accept: 'application/json' });
    expect(target.headers('empty')).toEqual({ accept: 'application/json', 'x-api-key': '', authorization: 'Bearer ' });
    const wrong = target.headers('wrong');
    expect(wrong.authorization).toMatch(/^Bearer (?!abcdefgh)/);
    expect(wrong['x-api-key']).not.toBe('k-123456');
    expect(MADE_UP_CREDENTIALS).toContain(wrong.authorization);
    expect(MADE_UP_CREDENTIALS).toContain(wrong['x-api-key']);
  });

  it('are extended where characters added to the only credential make it a wrong one', () => {
    const key = (header: string, value = 'k-123456') => ({ auth: { kind: 'apiKey', header, value } }) as const;
    const isExtendable = (given: Parameters<typeof resolve>[0]) => resolve(given).similar.includes('extended');

    expect(resolve({ token: 'abcdefgh' }).headers('extended').authorization).toMatch(/^Bearer abcdefgh\S+$/);
    expect(resolve({ token: 'abcdefgh' }).headers('altered').authorization).toMatch(/^Bearer abcdefg[^h]$/);
    expect(isExtendable({ token: 'abcdefgh' })).toBe(true);
    expect(isExtendable(key('X-Key'))).toBe(true);
    expect(isExtendable({ token: 'abcdefgh', headers: { cookie: 'sid=1' } })).toBe(false);
    expect(isExtendable({ token: 'abcdefg=' })).toBe(false);
    expect(isExtendable({ headers: { cookie: 'sid=1' } })).toBe(false);
    expect(isExtendable(key('Cookie', 'sid=1; theme=dark'))).toBe(false);
    expect(isExtendable(key('X-Key', 'azEyMw=='))).toBe(false);
    expect(isExtendable(key('Authorization', 'Basic YTpi'))).toBe(false);
    expect(isExtendable({ headers: { authorization: 'Basic YTpi' } })).toBe(false);
    expect(isExtendable({})).toBe(false);
  });

  it('have another letter case where that makes the credential a wrong one', () => {
    const isRecased = (token: string) => resolve({ token }).similar.includes('recased');

    expect(resolve({ token: 'aB-c9' }).headers('recased').authorization).toBe('Bearer AB-C9');
    expect(resolve({ headers: { authorization: 'bearer xY' } }).headers('recased').authorization).toBe('bearer XY');
    expect(['xY', 'x-token', 'eyJhbGciOi.x.y'].map(isRecased)).toEqual([true, true, true]);
    // Numbers in hexadecimal or base 32, and what has no small letters.
    const same = ['9b2e4c1a-0d3f-4e5a-8b6c-7d8e9f0a1b2c', 'deadbeef', 'mfrggzdfmz', '1234', 'X-TOKEN'];
    expect(same.map(isRecased)).toEqual([false, false, false, false, false]);
  });

  it('lack their last character where they are long', () => {
    expect(resolve({ token: 'abcdefghi' }).headers('shortened').authorization).toBe('Bearer abcdefgh');
    expect(resolve({ token: 'abcdefghi' }).similar).toContain('shortened');
    expect(resolve({ token: 'abcdefgh' }).similar).not.toContain('shortened');
  });

  it('without a credential say so', () => {
    expect(resolve({ headers: { 'X-Tenant': 'acme' } }).hasCredential).toBe(false);
    expect(resolve({ headers: { cookie: 'sid=1' } }).hasCredential).toBe(true);
  });

  it.each([
    ['a line break', 'x-a', 'secret-value\r\nx-b: 1'],
    ['a NUL', 'x-a', 'secret-value\0'],
    ['a character outside Latin-1', 'x-a', 'secret-value-ж'],
    ['a name with a space', 'x a', 'secret-value'],
    ['an empty name', '', 'secret-value'],
  ])('with %s are refused, and the value is not repeated', (_what, name, value) => {
    const { message, hint } = refusal({ headers: { [name]: value } });

    expect(message).toContain('header');
    expect(hint).not.toBe('');
    expect(`${message} ${hint}`).not.toContain('secret-value');
  });

  it.each(['Connection', 'content-length', 'Transfer-Encoding', 'expect', 'Upgrade'])(
    'that belong to the connection are refused: %s',
    (name) => {
      expect(refusal({ headers: { [name]: '1' } }).message).toContain(name.toLowerCase());
    },
  );

  it('refuse a token that no server accepts', () => {
    expect(refusal({ token: 'x'.repeat(65_536) }).message).toBe(
      'the value of the header authorization has 65543 characters, and at most 65536 can be sent',
    );
  });

  it('refuse a token that cannot be sent', () => {
    expect(refusal({ token: 'pasted-secret\n' }).message).toBe(
      'the value of the header authorization holds a character that HTTP does not allow',
    );
  });
});

describe('secrets', () => {
  it('are the token and the values of headers, complete and in parts', () => {
    const basic = Buffer.from('me:hunter22').toString('base64');
    const target = resolve({
      headers: { Authorization: `Basic ${basic}`, Cookie: 'sid=cookie-value; lang=en', 'X-Tenant': 'acme' },
    });

    expect(target.withheld).toEqual(expect.arrayContaining([basic, 'me:hunter22', 'hunter22', 'cookie-value', 'acme']));
    expect(resolve({ token: 'abcdefgh' }).withheld).toEqual(expect.arrayContaining(['abcdefgh', 'Bearer abcdefgh']));
  });

  it('are not the values of headers that describe the request', () => {
    expect(resolve({ headers: { Accept: 'application/json', 'Accept-Language': 'de-DE' } }).withheld).toEqual([]);
  });

  it('that a response must not repeat are credentials long enough not to occur by chance', () => {
    const target = resolve({ token: 'abcdefgh', headers: { 'X-Tenant': 'acme-corporation', 'X-Api-Key': 'short' } });

    expect(target.secrets).toEqual(expect.arrayContaining(['abcdefgh']));
    expect(target.secrets).not.toEqual(expect.arrayContaining(['acme-corporation']));
    expect(target.secrets).not.toEqual(expect.arrayContaining(['short']));
  });
});

describe('a binding', () => {
  it('replaces the method and path of its operation alone', () => {
    const target = resolve({ bindings: { getUser: 'get /people/{userId}/profile' } });

    expect(target.binding(operation('getUser'))).toEqual({ method: 'GET', path: '/people/{userId}/profile' });
    expect(target.binding(operation('getUsers'))).toBe(operation('getUsers').binding);
  });

  it('accepts the parameters in any order', () => {
    const target = resolve({ bindings: { getSubscriptionInsightUsers: 'GET /i/{insightRuleId}/s/{subscriptionId}' } });

    expect(target.binding(operation('getSubscriptionInsightUsers')).path).toBe('/i/{insightRuleId}/s/{subscriptionId}');
  });

  it('of an unknown operation gets the most similar name as a hint', () => {
    expect(refusal({ bindings: { getUsrs: 'GET /x' } })).toEqual({
      message: 'unknown operation "getUsrs" in a binding',
      hint: 'Did you mean "getUsers"?',
    });
  });

  it.each([
    ['getUsers', '/users', 'not a method and a path'],
    ['getUsers', 'GET', 'not a method and a path'],
    ['getUsers', 'FETCH /users', 'not a method and a path'],
    ['getUsers', 'GET /users and more', 'not a method and a path'],
    ['getUsers', 'GET /users?all=1', 'not a method and a path'],
    ['getUsers', 'GET /users#top', 'not a method and a path'],
    ['getUsers', 'GET https://other.example/users', 'not a method and a path'],
    ['getUsers', 'GET /üsers', 'not a method and a path'],
    ['getUsers', 'POST /users', 'must use GET'],
    ['getUsers', 'DELETE /users', 'must use GET'],
    ['getUser', 'GET /users', 'does not contain {userId}'],
    ['getSubscriptionInsightUsers', 'GET /x', 'does not contain {subscriptionId}, {insightRuleId}'],
    ['getUser', 'GET /users/{userId}/{tenant}', 'contains {tenant}, which is not one of its parameters'],
    ['getUser', 'GET /users/{userId}/{', 'contains {, which is not one of its parameters'],
  ])('of %s as "%s" is rejected', (id, text, message) => {
    const refused = refusal({ bindings: { [id]: text } });

    expect(refused.message).toContain(message);
    expect(refused.hint).toContain(`Write ${id}=GET /api/`);
  });
});

describe('fixtures', () => {
  it('are accepted by name', () => {
    expect(resolve({ fixtures: { insightRuleId: 'x' } }).fixtures).toEqual({ insightRuleId: 'x' });
  });

  it('that are unknown get the most similar name as a hint', () => {
    const fixtures = { insightRuleID: 'x' } as NonNullable<TargetOptions['fixtures']>;

    expect(refusal({ fixtures })).toEqual({
      message: 'unknown fixture "insightRuleID"',
      hint: 'Did you mean "insightRuleId"?',
    });
  });

  it('must not be empty', () => {
    expect(refusal({ fixtures: { userId: '' } }).message).toBe('the fixture userId is empty');
  });
});
