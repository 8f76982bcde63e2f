import { dialects } from './dialects.js';
import { http } from './http.js';
import { linkVariants } from './links.js';
import { live } from './live.js';
import { paging } from './paging.js';
import { queries } from './queries.js';
import { records } from './records.js';
import { refusals } from './refusals.js';
import { tenants } from './tenants.js';
import type { Variant } from './variant.js';

export type { Variant } from './variant.js';

/** All variants, by family. */
export const variants: readonly Variant[] = [
  ...paging,
  ...records,
  ...refusals,
  ...queries,
  ...dialects,
  ...linkVariants,
  ...http,
  ...tenants,
  ...live,
];

/** Pairs of variants that are run together because their choices affect the same response. */
export const variantPairs: readonly string[] = [
  'fields-are-absent+the-page-after-the-last-is-a-404',
  'fields-are-null+nulls-are-sorted-first',
  'ids-are-in-upper-case+a-404-has-an-empty-body',
  'links-are-absolute+ids-are-in-upper-case',
  'the-page-after-the-last-is-a-400+links-begin-with-a-slash',
  'texts-are-filtered-without-case+texts-are-sorted-without-case-and-accents',
  'a-null-differs-from-nothing+nulls-are-the-smallest-value',
  'a-missing-credential-is-a-403+the-agreement-area-is-refused-with-403',
  'one-record-of-each+an-empty-list-has-one-page',
  'answers-are-chunked+json-is-ascii',
  'bursts-are-told-to-wait+every-answer-closes-its-connection',
  'the-list-has-an-order-of-its-own+more-users-than-a-page-holds',
  'records-come-and-go-every-40-ms+texts-are-filtered-without-case',
  'records-are-edited-every-4-ms+the-page-after-the-last-is-a-400',
  'samples-are-not-given+the-largest-page-of-the-applications-area-is-100',
  'index-keyed-objects-are-declared-as-arrays+containers-are-empty',
];
