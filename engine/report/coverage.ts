import type { Area } from '../../contract/types.js';
import type { Result } from '../run/result.js';

/** Whether a run could check records of an area. */
interface AreaCoverage {
  readonly area: Area;
  /** None of the checks on records of its lists could be decided. */
  readonly uncovered: boolean;
}

/** The coverage of each area with checks on records of lists. */
export function areaCoverage(results: readonly Result[]): AreaCoverage[] {
  const onRecords = results.filter(
    (result) => result.check.operation.success.item !== undefined && judgesRecords(result),
  );
  const areas = [...new Set(onRecords.map(({ check }) => check.operation.area))];
  return areas.map((area) => {
    const own = onRecords.filter(({ check }) => check.operation.area === area);
    return { area, uncovered: !own.some(({ outcome }) => outcome === 'pass' || outcome === 'fail') };
  });
}

/** Whether a check ran or should have, and needs records. */
export function judgesRecords({ check, outcome }: Result): boolean {
  if (outcome === 'excluded' || outcome === 'not-applicable') return false;
  return check.rule.needs.some((need) => need === 'records' || need === 'several');
}
