import type { Tier } from '../../contract/types.js';

/** A request of the run: `path` is absolute and carries its encoded query. */
export interface Outgoing {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** It deliberately has no credential, or a wrong one. */
  readonly uncredentialed?: boolean;
  /** It is sent over a connection without the client certificate. */
  readonly uncertified?: boolean;
  /** The tier that the run must allow; every request other than GET has one. */
  readonly tier?: Tier;
  /** It is sent even after the run is interrupted. */
  readonly unstoppable?: boolean;
  /** It restores a record that the run has changed. */
  readonly restores?: boolean;
  /** The id of the check that sends it. */
  readonly check?: string;
  /** It confirms a finding, so the target is asked to record its trace. */
  readonly sampled?: boolean;
  /** The client never retries it. */
  readonly once?: boolean;
}
