import { describe, expect, it } from 'vitest';
import { isAbbreviated, isRespelled, isSameFlag } from '../../suites/laws/field-spelling.js';

describe('isRespelled', () => {
  it.each([
    ['lastActivity', 'last_activity'],
    ['lastActivity', 'LastActivity'],
    ['lastActivity', 'lastActivities'],
    ['lastActivity', 'lastactivity'],
    ['licenseCount', 'licensesCount'],
    ['licenseCount', 'LICENSE-COUNT'],
    ['discoveryTypes', 'discovery_type'],
    ['status', 'statuses'],
    ['value30DaysAgo', 'value_30_days_ago'],
    ['envelopeusage', 'envelopeUsage'],
    ['_links', 'links'],
  ])('treats %s and %s as the same name', (one, other) => {
    expect(isRespelled(one, other)).toBe(true);
    expect(isRespelled(other, one)).toBe(true);
  });

  it.each([
    ['name', 'name'],
    ['active', 'inactive'],
    ['total', 'totalTrend'],
    ['vendor', 'vendorId'],
    ['isOnline', 'online'],
    ['notes', 'not'],
    ['status', 'state'],
  ])('treats %s and %s as different names', (one, other) => {
    expect(isRespelled(one, other)).toBe(false);
  });
});

describe('isSameFlag', () => {
  it.each([
    ['sanctioned', 'isSanctioned', true],
    ['isUpgradable', 'upgradable', true],
    ['isOnline', 'isOnline', false],
    ['isOnline', 'isInReview', false],
    ['bundle', 'is_bundle', false],
  ])('of %s and %s is %s', (one, other, same) => {
    expect(isSameFlag(one, other)).toBe(same);
    expect(isSameFlag(other, one)).toBe(same);
  });
});

describe('isAbbreviated', () => {
  it.each([
    ['applicationName', 'appName', true],
    ['manuallyAddedCount', 'manualCount', true],
    ['description', 'desc', true],
    ['assignedId', 'contractId', false],
    ['lastActive', 'activeLast', false],
    ['status', 'state', false],
  ])('of %s and %s is %s', (one, other, expected) => {
    expect(isAbbreviated(one, other)).toBe(expected);
    expect(isAbbreviated(other, one)).toBe(expected);
  });
});
