import { describe, expect, it } from 'vitest';
import { askedBy } from '../../conformance/host/environment.js';

const TARGET = { TOUCHSTONE_BASE_URL: 'https://target.example' };

describe('what the environment asks the hosted checks', () => {
  it('is the embedded reference where no base URL is set, though a token may be', () => {
    expect(askedBy({ TOUCHSTONE_TOKEN: 'of another target' }).target).toBeNull();
  });

  it('is the target with its token and its fixtures', () => {
    const env = { ...TARGET, TOUCHSTONE_TOKEN: 't', TOUCHSTONE_FIXTURES: 'userId=u-1, insightRuleId = r-1 ,' };
    expect(askedBy({ ...env, TOUCHSTONE_WIRE_FORM: 'array' }).target).toEqual({
      baseUrl: 'https://target.example',
      token: 't',
      fixtures: { userId: 'u-1', insightRuleId: 'r-1' },
      wireForm: 'array',
    });
  });

  it('is every write on the embedded reference, and on a target what is said', () => {
    const everything = { allowWrites: true, allowDestroy: true, allowScopeAll: true };
    expect(askedBy({}).options).toMatchObject(everything);
    expect(askedBy(TARGET).options).not.toHaveProperty('allowWrites');
    expect(askedBy({ ...TARGET, TOUCHSTONE_ALLOW_WRITES: '1' }).options).toEqual({ strict: false, allowWrites: true });
  });

  it('is a fixture of several ids, with the commas of the list', () => {
    const env = { ...TARGET, TOUCHSTONE_FIXTURES: 'removableUserIds=u-1,u-2,removableSubscriptionId=s-1' };
    expect(askedBy(env).target?.fixtures).toEqual({ removableUserIds: 'u-1,u-2', removableSubscriptionId: 's-1' });
  });

  it('is a selection by globs', () => {
    const env = {
      ...TARGET,
      TOUCHSTONE_OPERATION: 'getU*,getAgreements',
      TOUCHSTONE_RULE: 'paging.*',
      TOUCHSTONE_SEED: '7',
    };
    expect(askedBy({ ...env, TOUCHSTONE_STRICT: '1' }).options).toEqual({
      operations: ['getU*', 'getAgreements'],
      rules: ['paging.*'],
      seed: 7,
      strict: true,
    });
  });

  it.each([
    [{ TOUCHSTONE_FIXTURES: 'userId=u-1' }, /TOUCHSTONE_BASE_URL is not set/],
    [{ ...TARGET, TOUCHSTONE_FIXTURES: 'userID=u-1' }, /"userID", which is no fixture/],
    [{ ...TARGET, TOUCHSTONE_FIXTURES: 'userId' }, /not of the form name=value/],
    [{ TOUCHSTONE_WIRE_FORM: 'list' }, /TOUCHSTONE_WIRE_FORM is "list"/],
    [{ TOUCHSTONE_SEED: '-1' }, /TOUCHSTONE_SEED is "-1"/],
  ])('is refused where it makes no sense: %o', (env, told) => {
    expect(() => askedBy(env)).toThrow(told);
  });
});
