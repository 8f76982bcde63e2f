import type { Hook } from '../../behaviour.js';
import type { Row } from '../../model.js';
import { objectOf } from './bodies.js';

const FLAGS = new Set(['isOnline', 'isInReview', 'isQualified', 'sanctioned', 'singleSignOn']);

/** Whether each member that is present has its type; `nulls` also permits null. */
export function isTyped(given: Row, nulls = false): boolean {
  return Object.entries(given).every(([name, value]) => {
    if (value === null) return nulls;
    if (FLAGS.has(name)) return typeof value === 'boolean';
    if (name !== 'websiteDate') return typeof value === 'string';
    return typeof value === 'object' && !Array.isArray(value) && isTyped(value as Row, nulls);
  });
}

/** Merges the members that a body has, as RFC 7396 describes, whether or not the document requires more of them. */
export const merging: Hook = (steps) => ({
  readBody: (context) => {
    try {
      return steps.readBody(context);
    } catch (error) {
      const given = objectOf(context.body);
      if (given === undefined || !isTyped(given)) throw error;
      return given;
    }
  },
  applyPatch: (before, patch, { tenant }) => {
    const { websiteDate, ...flat } = patch as Row & { websiteDate?: Row };
    const owner = tenant.users.get(String(flat.primaryOwnerId).toLowerCase());
    const known = Object.entries(flat).filter(([name]) => name in before && name !== 'id' && name !== 'name');
    return {
      ...before,
      ...Object.fromEntries(known),
      ...(websiteDate?.categoryName !== undefined && { categoryName: websiteDate.categoryName }),
      ...((flat.primaryOwnerId === null || flat.primaryOwnerId === '') && { primaryOwnerName: null }),
      ...(owner !== undefined && { primaryOwnerId: owner.id, primaryOwnerName: owner.displayName }),
    };
  },
});

/** As `merging`, with null as the removal of a value. */
export const removingNulls: Hook = (steps) => ({
  ...merging(steps),
  readBody: (context) => {
    const given = objectOf(context.body);
    return given !== undefined && isTyped(given, true) ? given : steps.readBody(context);
  },
});
