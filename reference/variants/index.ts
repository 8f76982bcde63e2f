import { dialects } from './dialects.js';
import { http } from './http.js';
import { linkVariants } from './links.js';
import { live } from './live.js';
import { paging } from './paging.js';
import { queries } from './queries.js';
import { records } from './records.js';
import { refusals } from './refusals.js';
import { tenants } from './tenants.js';
import { texts } from './texts.js';
import type { Variant } from './variant.js';
import { writeVariants } from './writes/index.js';

export type { Variant } from './variant.js';

/** All variants, by family. */
export const variants: readonly Variant[] = [
  ...paging,
  ...records,
  ...texts,
  ...refusals,
  ...queries,
  ...dialects,
  ...linkVariants,
  ...http,
  ...tenants,
  ...live,
  ...writeVariants,
];
