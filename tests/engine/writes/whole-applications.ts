import { generateTenant } from '../../../reference/index.js';

/** A tenant whose applications have everything that an update must name, each with the notes for its place. */
export function wholeApplications(applications: number, notesAt: (place: number) => string) {
  const tenant = generateTenant({ seed: 3, sizes: { applications, users: 20 } });
  const [owner] = tenant.users.records;
  const whole = {
    description: 'plain',
    primaryOwnerId: owner?.id ?? null,
    aiCategory: 'Embedded AI',
    aiSubcategory: 'Assistant',
    categoryName: 'Design',
  };
  for (const [place, one] of tenant.applications.records.entries()) {
    tenant.applications.replace({ ...one, ...whole, notes: notesAt(place) });
  }
  return tenant;
}
