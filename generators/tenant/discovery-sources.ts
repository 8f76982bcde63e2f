import { faker } from '@faker-js/faker/locale/en';
import type { DiscoverySource } from './stored.js';

/** Where users and applications are discovered; `type` is a discovery type code. */
const SOURCES: readonly (readonly [name: string, type: number])[] = [
  ['Directory connector', 0],
  ['Mail connector', 0],
  ['Finance connector', 0],
  ['Added by hand', 1],
  ['Browser extension', 2],
  ["Browser extension (contractors' machines)", 2],
  ['Single sign-on', 3],
  ['Partner sign-on "guest"', 3],
  ['Device agent', 4],
  ['Device agent – Zürich', 4],
  ['Managed browser', 7],
  ['Cloud access broker', 8],
];

/** The sources of a tenant, each with its own id; users refer to them by position. */
export function generateDiscoverySources(): DiscoverySource[] {
  return SOURCES.map(([name, type]) => ({ id: faker.string.uuid(), name, type }));
}

/** The discovery types of some sources, each once, in the order of the sources. */
export function discoveryTypesOf(sources: readonly DiscoverySource[], positions: readonly number[]): number[] {
  return [...new Set(positions.map((position) => (sources[position] as DiscoverySource).type))];
}
