import type { RequestLedger } from '../budget.js';
import type { Seen } from '../rule.js';
import type { RunInput } from '../run.js';
import { Session } from '../session.js';
import { World } from '../world.js';

/** A world that has not been asked before. */
export function freshWorld(
  { target, client, described, times }: RunInput,
  ledger: RequestLedger,
  onSeen: (seen: Seen) => void = () => undefined,
): World {
  return new World(new Session(target, client, ledger, onSeen, times), described);
}
