import { createReference, generateTenant } from '../../dist/reference/index.js';
import { mutants } from '../../dist/reference/mutants/index.js';
import { variants } from '../../dist/reference/variants/index.js';

/** Lists of more than a page of the default size, so that defects of pages can show; every subject serves the same data. */
const tenant = generateTenant({
  seed: 7,
  sizes: { applications: 41, users: 137, subscriptions: 12, agreements: 31, contracts: 23 },
});

/** The reference itself: what a tool holds against it is no find. */
export const reference = { kind: 'reference', id: 'reference', hooks: [] };

/** Mutants that reads alone can show, as many as asked for, at a fixed stride over the registry. */
export function sampleMutants(count) {
  const known = mutants.filter(({ data }) => data !== 'writes');
  return atStride(known, count).map((mutant) => ({ kind: 'mutant', id: mutant.id, mutant, hooks: [mutant.hook] }));
}

/** Variants with the data of the others, and of which a tool need not be told anything, at a fixed stride. */
export function sampleVariants(count) {
  const known = variants.filter(({ reference, target }) => Object.keys({ ...reference, ...target }).length === 0);
  return atStride(known, count).map(({ id, hooks }) => ({ kind: 'variant', id, hooks }));
}

function atStride(all, count) {
  const taken = Math.min(count, all.length);
  return Array.from({ length: taken }, (_, index) => all[Math.floor((index * all.length) / taken)]);
}

/** Serves a subject on a port of its own, and keeps the requests that come, in their order. */
export async function serve({ hooks }) {
  const { app, token, fixtures, listen, close } = createReference({ tenant, hooks });
  const requests = [];
  // On the server itself, because a hook does not see what the reference refuses before it looks for an operation.
  app.server.prependListener('request', ({ method, url, headers }) => {
    const { authorization, accept } = headers;
    requests.push({ method, path: url, headers: { ...(authorization !== undefined && { authorization }), accept } });
  });
  const { url } = await listen();
  return { url, token, fixtures, requests, close };
}
