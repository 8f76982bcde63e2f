import { createHash } from 'node:crypto';
import { createReference, generateTenant } from '../../dist/reference/index.js';
import { mutants } from '../../dist/reference/mutants/index.js';
import { variants } from '../../dist/reference/variants/index.js';

/** Lists that are longer than a default page, so that paging defects show. All subjects serve the same data. */
export const tenant = generateTenant({
  seed: 7,
  sizes: { applications: 41, users: 137, subscriptions: 12, agreements: 31, contracts: 23 },
});

/** The unmodified reference. Complaints about it are false alarms. */
export const reference = { kind: 'reference', id: 'reference', hooks: [] };

/** The given number of mutants that reads can show; a registry that grows changes the sample by few of them. */
export function sampleMutants(count) {
  return drawn(readMutants, count).map(subjectOf);
}

/** As `sampleMutants`, for another sample that has none of the first mutants of that one, so many. */
export function otherMutants(count, apartFrom = count) {
  const first = drawn(readMutants, apartFrom);
  return drawn(
    readMutants.filter((mutant) => !first.includes(mutant)),
    count,
    'other',
  ).map(subjectOf);
}

const readMutants = mutants.filter(({ data }) => data !== 'writes');

function subjectOf(mutant) {
  return { kind: 'mutant', id: mutant.id, mutant, hooks: [mutant.hook] };
}

/** The given number of variants with the same data that need no declaration by the user. */
export function sampleVariants(count) {
  const known = variants.filter(({ reference, target }) => Object.keys({ ...reference, ...target }).length === 0);
  return drawn(known, count).map(({ id, hooks }) => ({ kind: 'variant', id, hooks }));
}

/** Those with the lowest hashes of their ids and a seed: each is drawn whatever else the registry holds before it. */
function drawn(all, count, seed = '') {
  const hash = ({ id }) => createHash('sha256').update(`${seed}${id}`).digest('hex');
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
