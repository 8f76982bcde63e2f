import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../conformance/host/environment.js';

const TARGET = { TOUCHSTONE_BASE_URL: 'https://target.example' };

describe('the environment of the hosted checks', () => {
  it('selects the embedded reference without a base URL, even with a token', () => {
    expect(settingsFrom({ TOUCHSTONE_TOKEN: 'of another target' }).target).toBeNull();
  });

  it('sets the target, its token and its fixtures', () => {
    const env = { ...TARGET, TOUCHSTONE_TOKEN: 't', TOUCHSTONE_FIXTURES: 'userId=u-1, insightRuleId = r-1 ,' };
    expect(settingsFrom({ ...env, TOUCHSTONE_WIRE_FORM: 'array' }).target).toEqual({
      baseUrl: 'https://target.example',
      token: 't',
      fixtures: { userId: 'u-1', insightRuleId: 'r-1' },
      wireForm: 'array',
    });
  });

  it('allows all writes on the embedded reference, and only the listed ones on a target', () => {
    const everything = { allowWrites: true, allowDestroy: true, allowScopeAll: true };
    expect(settingsFrom({}).options).toMatchObject(everything);
    expect(settingsFrom(TARGET).options).not.toHaveProperty('allowWrites');
    expect(settingsFrom({ ...TARGET, TOUCHSTONE_ALLOW_WRITES: '1' }).options).toEqual({
      strict: false,
      allowWrites: true,
    });
  });

  it('accepts a fixture with several ids, separated by commas', () => {
    const env = { ...TARGET, TOUCHSTONE_FIXTURES: 'removableUserIds=u-1,u-2,removableSubscriptionId=s-1' };
    expect(settingsFrom(env).target?.fixtures).toEqual({ removableUserIds: 'u-1,u-2', removableSubscriptionId: 's-1' });
  });

  it('accepts globs for the selection', () => {
    const env = {
      ...TARGET,
      TOUCHSTONE_OPERATION: 'getU*,getAgreements',
      TOUCHSTONE_RULE: 'paging.*',
      TOUCHSTONE_SEED: '7',
    };
    expect(settingsFrom({ ...env, TOUCHSTONE_STRICT: '1' }).options).toEqual({
      operations: ['getU*', 'getAgreements'],
      rules: ['paging.*'],
      seed: 7,
      strict: true,
    });
  });

  it.each([
    [{ TOUCHSTONE_FIXTURES: 'userId=u-1' }, /TOUCHSTONE_BASE_URL is not set/],
    [{ ...TARGET, TOUCHSTONE_FIXTURES: 'userID=u-1' }, /"userID" in TOUCHSTONE_FIXTURES is not a known fixture/],
    [{ ...TARGET, TOUCHSTONE_FIXTURES: 'userId' }, /not of the form name=value/],
    [{ TOUCHSTONE_WIRE_FORM: 'list' }, /TOUCHSTONE_WIRE_FORM "list" is invalid/],
    [{ TOUCHSTONE_SEED: '-1' }, /TOUCHSTONE_SEED "-1" is invalid/],
  ])('refuses an invalid value: %o', (env, message) => {
    expect(() => settingsFrom(env)).toThrow(message);
  });
});
