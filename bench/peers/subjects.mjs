import { createHash } from 'node:crypto';
import { createReference, generateTenant } from '../../dist/reference/index.js';
import { mutants } from '../../dist/reference/mutants/index.js';
import { variants } from '../../dist/reference/variants/index.js';
import { OTHER_SAMPLE, PEER_SAMPLE } from './fixed-samples.mjs';

/** Lists that are longer than a default page, so that paging defects show. All subjects serve the same data. */
export const tenant = generateTenant({
  seed: 7,
  sizes: { applications: 41, users: 137, subscriptions: 12, agreements: 31, contracts: 23 },
});

/** The unmodified reference. Complaints about it are false alarms. */
export const reference = { kind: 'reference', id: 'reference', hooks: [] };

/** The given number of mutants that reads can show: those of the peer sample, then others by the hashes of their ids. */
export function sampleMutants(count) {
  return beginningWith(PEER_SAMPLE, readMutants, count).map(subjectOf);
}

/** The given number of mutants that reads can show and the peer sample lacks: first those of the other fixed sample. */
export function otherMutants(count) {
  const peers = new Set(PEER_SAMPLE);
  const others = readMutants.filter(({ id }) => !peers.has(id));
  return beginningWith(OTHER_SAMPLE, others, count).map(subjectOf);
}

const readMutants = mutants.filter(({ data }) => data !== 'writes');

/** The mutants with the given ids, in their order, and after them those of the rest that are drawn. Throws for an unknown id. */
function beginningWith(ids, all, count) {
  const byId = new Map(all.map((mutant) => [mutant.id, mutant]));
  const unknown = ids.filter((id) => !byId.has(id));
  if (unknown.length > 0) throw new Error(`no mutant that reads can show has the id ${unknown[0]}: correct the sample`);
  const first = ids.slice(0, count).map((id) => byId.get(id));
  const fixed = new Set(ids);
  const rest = all.filter(({ id }) => !fixed.has(id));
  return [...first, ...drawn(rest, count - first.length)];
}

function subjectOf(mutant) {
  return { kind: 'mutant', id: mutant.id, mutant, hooks: [mutant.hook] };
}

/** The given number of variants with the same data that need no declaration by the user. */
export function sampleVariants(count) {
  const known = variants.filter(({ reference, target }) => Object.keys({ ...reference, ...target }).length === 0);
  return drawn(known, count).map(({ id, hooks }) => ({ kind: 'variant', id, hooks }));
}

/** Those with the lowest hashes of their ids. */
function drawn(all, count) {
  const hash = ({ id }) => createHash('sha256').update(id).digest('hex');
  return all.toSorted((one, other) => (hash(one) < hash(other) ? -1 : 1)).slice(0, count);
}

/** Serves a subject on its own port and records its requests in order. */
export async function serve({ hooks }) {
  const { app, token, fixtures, listen, close } = createReference({ tenant, hooks });
  const requests = [];
  // Listens on the HTTP server, because a hook does not see requests that the reference rejects before routing.
  app.server.prependListener('request', ({ method, url, headers }) => {
    const { authorization, accept } = headers;
    requests.push({ method, path: url, headers: { ...(authorization !== undefined && { authorization }), accept } });
  });
  const { url } = await listen();
  return { url, token, fixtures, requests, close };
}
