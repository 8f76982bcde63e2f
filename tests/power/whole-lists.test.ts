import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../contract/operations/index.js';
import type { RoundTrip, WireResponse } from '../../engine/client/round-trip.js';
import { resolveTarget } from '../../engine/target/target.js';
import { callsOf } from '../../power/calls.js';
import { Recording } from '../../power/recording.js';
import { fromWholeLists } from '../../power/whole-lists.js';
import { roundTripOf } from '../../proof/reference-round-trip.js';
import { createReference, type Reference } from '../../reference/index.js';

let reference: Reference;
let target: ReturnType<typeof resolveTarget>;
let names: string[];

const LIST = '/api/saas/consolidated-view/v1/users';
const send = (trip: RoundTrip, query: Record<string, string>) =>
  trip({
    method: 'GET',
    path: `${LIST}?${Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')}`,
    headers: { ...target.headers('given') },
  });
const bodyOf = ({ body }: WireResponse) => JSON.parse(body.toString('utf8'));

/** The recording of a run that read the list of users as a whole, and filtered it by names. */
async function offline(): Promise<RoundTrip> {
  const recording = new Recording();
  const source = recording.serve(roundTripOf(reference));
  const whole = bodyOf(await send(source, { page_size: '1000' }));
  names = whole.items.map(({ username }: { username: string }) => username);
  const join = names.slice(0, 3).map((name) => `(username -eq '${name}')`);
  await send(source, { filter: join.join(' -or '), page_size: '1000' });
  return fromWholeLists(recording, callsOf(target, operations));
}

beforeAll(async () => {
  reference = createReference({ sizes: { applications: 3, users: 20, subscriptions: 2, agreements: 2, contracts: 2 } });
  await reference.app.ready();
  target = resolveTarget({ baseUrl: 'http://reference.test', token: reference.token }, operations);
});
afterAll(() => reference.close());

describe('a filter that a recording lacks', () => {
  it('returns the records of the whole list with one value, as the target would', async () => {
    const trip = await offline();
    const query = { filter: `username -eq '${names[7]}'`, page_size: '1000' };

    const derived = bodyOf(await send(trip, query));

    expect(derived.items).toHaveLength(1);
    expect(derived).toEqual(bodyOf(await send(roundTripOf(reference), query)));
  });

  it('is lacking if no filter shows that the target accepts the field, or if it is no single equality', async () => {
    const trip = await offline();

    await expect(send(trip, { filter: "country -eq 'DE'" })).rejects.toThrow('not recorded');
    await expect(send(trip, { filter: "username -contains 'a'" })).rejects.toThrow('not recorded');
    await expect(send(trip, { filter: "username -eq 'a'", sort: 'username:asc' })).rejects.toThrow('not recorded');
  });
});
