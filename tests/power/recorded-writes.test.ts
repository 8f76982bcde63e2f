import { describe, expect, it } from 'vitest';
import { described } from '../../conformance/interface.js';
import { operations } from '../../contract/operations/index.js';
import type { WireRequest } from '../../engine/client/round-trip.js';
import { resolveTarget } from '../../engine/target/target.js';
import { callsOf } from '../../power/calls.js';
import type { Exchange } from '../../power/recording.js';
import { RecordedWrites } from '../../power/writes/recorded-writes.js';

const target = resolveTarget({ baseUrl: 'http://reference.test', token: 'secret' }, operations);
const calls = callsOf(target, operations);
const body = JSON.stringify({ isOnline: true, isInReview: false, isQualified: true });
const user = (id: string) => `/api/saas/consolidated-view/v1/users/${id}`;
const KNOWN = '3d5c0a1e-0000-4000-8000-000000000001';
const read: WireRequest = { method: 'GET', path: user(KNOWN), headers: { ...target.headers('given') } };

const update = (id: string): WireRequest => ({
  method: 'PATCH',
  path: user(id),
  headers: { ...target.headers('given'), 'content-type': 'application/merge-patch+json' },
  body,
});
const exchange = (request: WireRequest, status: number): Exchange => ({
  request,
  response: { status, headers: {}, body: Buffer.from(JSON.stringify({ id: KNOWN })) },
});

describe('the write of a recording that a write is answered like', () => {
  const late = [
    exchange(update('no-uuid'), 400),
    exchange(update('3d5c0a1e-0000-4000-8000-00000000ffff'), 404),
    exchange(update(KNOWN), 200),
  ];
  const recorded = new RecordedWrites([exchange(read, 200)], late, calls, described);
  const statusOf = (id: string) => {
    const call = calls.read(update(id));
    return call === null ? null : recorded.nearest(call)?.response.status;
  };

  it.each([
    ['a known id', KNOWN, 200],
    ['an unknown UUID', '3d5c0a1e-0000-4000-8000-00000000eeee', 404],
    ['an id that is no UUID', 'another', 400],
  ])('is one of %s', (_title, id, status) => {
    expect(statusOf(id)).toBe(status);
  });
});
