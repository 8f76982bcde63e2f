import type { Area } from '../../contract/types.js';
import type { Result } from '../run/result.js';

/** What a run could see of the records of an area. */
interface AreaCoverage {
  readonly area: Area;
  /** Checks on the records of its lists were to run, and not one of them could be decided. */
  readonly uncovered: boolean;
}

/** Of each area in which the records of lists were to be judged: whether any could be. */
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

/** Whether a check was to run, and to judge records. */
export function judgesRecords({ check, outcome }: Result): boolean {
  if (outcome === 'excluded' || outcome === 'not-applicable') return false;
  return check.rule.needs.some((need) => need === 'records' || need === 'several');
}
