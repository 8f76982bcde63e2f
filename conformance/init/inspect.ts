import { operations } from '../../contract/operations/index.js';
import type { FixtureName } from '../../contract/types.js';
import { type Answer, isSuccess } from '../../engine/client/answer.js';
import { Redaction } from '../../engine/client/redaction.js';
import { preflight } from '../../engine/run/preflight.js';
import { RequestLedger } from '../../engine/session/request-ledger.js';
import { Session } from '../../engine/session/session.js';
import { Inconclusive } from '../../engine/session/signals.js';
import { requiredQuery, World } from '../../engine/session/world.js';
import { allowanceOf } from '../../engine/target/budget.js';
import type { CheckOptions, TargetOptions } from '../../engine/target/options.js';
import { AREAS } from '../../options/choices.js';
import { type Connection, connect } from '../connect.js';
import { described } from '../interface.js';
import { type OfferedArea, offeredArea } from './offered.js';
import { type Body, type SeenForm, wireFormSeen } from './wire-form-seen.js';

/** What a target shows of itself. */
export interface Inspection {
  /** Why nothing can be said of the target, and what to do; `null` if something can. */
  readonly problem: string | null;
  /** Whether the target requires the credential; `null` if none was given, or if no response shows it. */
  readonly isCredentialRequired: boolean | null;
  readonly wireForm: SeenForm | null;
  /** The ids that the lists hold, for each fixture that a list can hold. */
  readonly samples: Readonly<Partial<Record<FixtureName, readonly string[]>>>;
  readonly areas: readonly OfferedArea[];
  /** The number of requests that were sent. */
  readonly requests: number;
}

/** The maximum number of requests. */
const MOST = 60;
/** Ids that a file and a terminal can show as they are. */
const PLAIN_ID = /^[\w.:~-]{1,100}$/;

/**
 * Inspects a target with at most 61 GET requests: whether it accepts the credential, its wire form, the areas that it
 * offers, and sample ids. Throws a UsageError for invalid options, or if there is no token.
 */
export async function inspect(
  options: TargetOptions,
  limits: Pick<CheckOptions, 'concurrency' | 'rps' | 'timeoutMs'> = {},
): Promise<Inspection> {
  const connection = await connect(options, limits);
  try {
    const bodies: Body[] = [];
    const ledger = new RequestLedger(allowanceOf('quick', MOST), new Set(operations.map(({ id }) => id)));
    const session = new Session(connection.target, connection.client, ledger, ({ operation: { success }, body }) => {
      if (success.schema !== null && body !== undefined) bodies.push({ schema: success.schema, body });
    });
    return await inspection(connection, new World(session, described), bodies);
  } finally {
    await connection.close();
  }
}

async function inspection({ target, client }: Connection, world: World, bodies: readonly Body[]): Promise<Inspection> {
  const unready = await preflight(world, operations);
  const areas: OfferedArea[] = [];
  const samples: Partial<Record<FixtureName, readonly string[]>> = {};
  if (unready === null) {
    for (const area of AREAS) areas.push(await offeredArea(world, area));
    for (const fixture of fixturesInLists()) samples[fixture] = await samplesOf(world, fixture);
  }
  const bare = unready === null && target.hasCredential ? await bareRead(world, areas) : null;
  // After the requests, which may have fetched other tokens.
  const redaction = new Redaction(target.withheld, target.headerNames);
  return {
    problem: unready === null ? problemOf(areas) : redaction.text(unready),
    isCredentialRequired: bare === null ? null : !isSuccess(bare),
    wireForm: await wireFormSeen(bodies),
    samples: Object.fromEntries(
      Object.entries(samples).map(([name, ids]) => [
        name,
        ids.filter((id) => PLAIN_ID.test(id) && redaction.text(id) === id),
      ]),
    ),
    areas,
    requests: client.counts.sent,
  };
}

function problemOf(areas: readonly OfferedArea[]): string | null {
  if (areas.some(({ offered }) => offered === true)) return null;
  const statuses = [...new Set(areas.flatMap((area) => area.statuses))].sort();
  return `no area can be read: the target returns ${statuses.join(', ') || 'nothing'}. Check the permissions of the caller, and the log of the target.`;
}

function fixturesInLists(): FixtureName[] {
  const names = Object.keys(described.samples) as FixtureName[];
  return names.filter((name) => described.samples[name] !== null);
}

async function samplesOf(world: World, fixture: FixtureName): Promise<readonly string[]> {
  try {
    return await world.samples(fixture);
  } catch (error) {
    if (error instanceof Inconclusive) return [];
    throw error;
  }
}

/** A list of an area that is offered, read without the credential; `null` if there is none. */
async function bareRead(world: World, areas: readonly OfferedArea[]): Promise<Answer | null> {
  const list = world
    .probes()
    .find((one) => areas.some(({ area, offered }) => area === one.area && offered === true) && one.success.item);
  if (list === undefined) return null;
  const query = requiredQuery(list);
  try {
    return await world.session.ask({ operation: list, params: {}, query, credential: 'none' });
  } catch (error) {
    if (error instanceof Inconclusive) return null;
    throw error;
  }
}
