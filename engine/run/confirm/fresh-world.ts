import type { RequestLedger } from '../../session/request-ledger.js';
import type { Seen } from '../../session/seen.js';
import { Session } from '../../session/session.js';
import { World } from '../../session/world.js';
import type { RunInput } from '../run-input.js';

/** A world without cached responses; `confirms` says whether its requests confirm findings. */
export function freshWorld(
  { target, client, described, times }: RunInput,
  ledger: RequestLedger,
  confirms: boolean,
  onSeen: (seen: Seen) => void = () => undefined,
): World {
  return new World(new Session(target, client, ledger, onSeen, times, confirms), described);
}
