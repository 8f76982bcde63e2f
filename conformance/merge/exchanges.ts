import type { Check, Exchange, RunReport } from '../../schemas/generated/touchstone.js';

const IN_REASON = /(?<=exchange )x\d+(?=\)$)/;

/** The exchanges of several reports, numbered anew in the order of their first reference. */
export class MergedExchanges {
  readonly #ids = new Map<RunReport, Map<string, string>>();
  readonly exchanges: Exchange[] = [];

  /** A check of a report, with the new ids. */
  check(check: Check, report: RunReport): Check {
    const findings = check.findings.map((finding) => ({ ...finding, exchange: this.id(finding.exchange, report) }));
    const reason = check.reason?.replace(IN_REASON, (id) => this.id(id, report) ?? id) ?? null;
    return { ...check, findings, reason };
  }

  /** The new id of an exchange of a report; `null` for none. */
  id(old: string | null, report: RunReport): string | null {
    if (old === null) return null;
    const ids = this.#ids.get(report) ?? new Map<string, string>();
    this.#ids.set(report, ids);
    const known = ids.get(old);
    const exchange = report.exchanges.find(({ id }) => id === old);
    if (known !== undefined || exchange === undefined) return known ?? null;
    const id = `x${this.exchanges.length + 1}`;
    ids.set(old, id);
    this.exchanges.push({ ...exchange, id });
    return id;
  }
}
