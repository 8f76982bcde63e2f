import { plural } from '../../numbers/plural.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import type { Result } from '../run/result.js';
import type { Sampled } from '../session/world.js';
import type { Restoration } from '../writes/writes.js';
import { areaCoverage } from './coverage.js';

/** With fewer, another client is the likelier reason. */
const SEVERAL = 2;

/** What limits the results of a run. */
interface Limited {
  /** The share of the known deviations that the checks notice within the limit of requests, in percent. */
  readonly detects: number;
  readonly results: readonly Result[];
  /** Why the target could not be tested at all, which says more than that nothing could be judged; `null` if it could. */
  readonly unjudged?: string | null;
  readonly sampled: ReadonlyMap<string, Sampled>;
  /** Why the run stopped writing early; `null` if it did not. */
  readonly stopped: string | null;
  readonly requests: RunReport['requests'];
  readonly insecure: boolean;
  /** Why the run stopped at its failures; `null` if it did not. */
  readonly bailed?: string | null;
  /** Why the power of the run could not be measured; `null` if there is no such reason. */
  readonly unmeasured?: string | null;
  /** The restoration; `null` if nothing was written. */
  readonly restoration?: Pick<Restoration, 'undo' | 'unended' | 'refreshed' | 'changedOthers' | 'gone'> | null;
  /** A notice for each earlier run that left records of the target unrestored. */
  readonly leftovers?: readonly string[];
}

/** The limitations of a run: areas without checked records, and lists that were read in part. */
export function warningsOf(limited: Limited): string[] {
  const {
    detects,
    results,
    unjudged = null,
    sampled,
    stopped,
    requests,
    insecure,
    bailed = null,
    unmeasured = null,
    restoration,
    leftovers = [],
  } = limited;
  const { unended = 0, refreshed = 0, changedOthers = 0, gone = 0, undo = null } = restoration ?? {};
  const { sent, gatewayErrors = 0 } = requests;
  const uncovered = unjudged === null ? areaCoverage(results).filter((one) => one.uncovered) : [];
  return [
    ...(insecure ? ['the certificate of the target was not verified (--insecure)'] : []),
    ...leftovers,
    ...(bailed === null ? [] : [bailed]),
    ...(unmeasured === null ? [] : [unmeasured]),
    ...(unended === 0
      ? []
      : [
          `${unended === 1 ? '1 bulk update' : `${unended} bulk updates`} had not ended when the run ended, so records may still change after they were compared with their original values: undo the journal once they have ended`,
        ]),
    ...(refreshed === 0
      ? []
      : [
          `${plural(refreshed, 'record')} had an outdated copy of the name of another record; writes refreshed it, and no update can set the outdated one again`,
        ]),
    ...(gone === 0
      ? []
      : [
          `${plural(gone, 'record')} that the run wrote to ${gone === 1 ? 'does' : 'do'} not exist any more, neither in a read nor in the list, so nothing was left to restore: another client has deleted ${gone === 1 ? 'it' : 'them'}, or the target with a write${undo === null ? '' : `; if one comes back, ${undo} restores it`}`,
        ]),
    ...(changedOthers < SEVERAL
      ? []
      : [
          `${plural(changedOthers, 'record')} that no write named changed during the writes, to values that the run sent for others, and are left as they are: by other clients, or because the target changes more than it is asked to`,
        ]),
    ...(detects < 100 && unjudged === null
      ? [
          `not all selected checks ran: those within the limit of requests notice ${detects}% of the known deviations that all of them notice on the reference`,
        ]
      : []),
    ...(stopped === null ? [] : [`no further writes were sent: ${stopped}`]),
    ...(gatewayErrors > 0
      ? [
          `${gatewayErrors.toLocaleString('en')} of ${sent.toLocaleString('en')} requests returned a gateway error (502, 503 or 504)`,
        ]
      : []),
    ...uncovered.map(({ area }) => `no record of the lists of the ${area} area could be judged`),
    ...[...sampled].map(([operation, { read, of, slice }]) => {
      const judged =
        slice === null
          ? ''
          : `; filters and sorts were checked on the ${plural(slice, 'record')} that a filter selects`;
      return `only ${read}${of === null ? '' : ` of ${of}`} records of the list of ${operation} were read${judged}`;
    }),
  ];
}
