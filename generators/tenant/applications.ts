import { faker } from '@faker-js/faker/locale/en';
import { discoveryTypesOf } from './discovery-sources.js';
import { HARD_APPLICATION_NAMES, LONG_NOTE } from './hard-text.js';
import { chance, DAY, oneOf, TENANT_NOW, timeBetween, times, timestamp } from './random.js';
import type { Application, DiscoverySource, User } from './stored.js';

const CATEGORIES = ['Collaboration', 'Security', 'Finance & "Tax"', "Developers' tools", 'Design', 'Vidéo', 'Sales'];
const AI_CATEGORIES = [
  ['Generative AI', 'Text'],
  ['Generative AI', "Image 'n' video"],
  ['Embedded AI', 'Assistant'],
] as const;
const CERTIFICATIONS = ['SOC 2', 'ISO/IEC 27001', 'GDPR "ready"', 'HIPAA', 'PCI DSS'];

/** The users from whom the owners of applications are drawn. */
interface Owners {
  readonly length: number;
  at(position: number): Pick<User, 'id' | 'displayName'> | undefined;
}

interface Vendor {
  readonly vendor: string;
  readonly vendorId: string;
}

/** Applications as discovered, before usages and licences are counted. */
export function generateApplications(count: number, sources: readonly DiscoverySource[], users: Owners): Application[] {
  const vendors = times(Math.ceil(count / 2), () => ({ vendor: faker.company.name(), vendorId: faker.string.uuid() }));
  return times(count, (index) => generateApplication(index, oneOf(vendors), sources, users));
}

function generateApplication(
  index: number,
  vendor: Vendor,
  sources: readonly DiscoverySource[],
  users: Owners,
): Application {
  const source = index % sources.length;
  const owner = users.length > 0 && chance(0.7) ? users.at(faker.number.int(users.length - 1)) : undefined;
  const [aiCategory, aiSubcategory] = chance(0.25) ? oneOf(AI_CATEGORIES) : [null, null];
  return {
    id: faker.string.uuid(),
    name: applicationName(index),
    ...vendor,
    licenses: [],
    licenseCount: 0,
    total: 0,
    purchased: 0,
    available: 0,
    yearlyCost: 0,
    assigned: 0,
    active: 0,
    inactive: 0,
    bundle: chance(0.1),
    utilization: 0,
    totalUniqueUsers: 0,
    totalUniqueUsersFromActivities: 0,
    discoveryTypes: discoveryTypesOf(sources, [source, (source * 5 + 1) % sources.length]),
    discoveryDate: timestamp(timeBetween(TENANT_NOW - 3 * 365 * DAY, TENANT_NOW)).slice(0, 10),
    discoverySource: (sources[source] as DiscoverySource).name,
    categoryName: oneOf(CATEGORIES),
    primaryOwnerId: owner?.id ?? null,
    primaryOwnerName: owner?.displayName ?? null,
    sanctioned: chance(0.6),
    singleSignOn: chance(0.4),
    notes: notes(index),
    disServiceId: faker.string.uuid(),
    description: faker.company.catchPhrase(),
    aiCategory,
    aiSubcategory,
    riskScore: chance(0.85) ? faker.number.int(100) : null,
    certifications: chance(0.9) ? CERTIFICATIONS.filter(() => chance(0.4)) : null,
  };
}

/** Product names; every ninth one is difficult to handle, and some are duplicates. */
function applicationName(index: number): string {
  if (index % 9 === 4) return HARD_APPLICATION_NAMES[Math.floor(index / 9) % HARD_APPLICATION_NAMES.length] as string;
  if (index % 17 === 3) return 'Shared Board';
  return `${faker.word.adjective()} ${faker.word.noun()}`.replace(/^./, (letter) => letter.toUpperCase());
}

function notes(index: number): string | null {
  if (index % 7 === 2) return LONG_NOTE;
  return chance(0.5) ? faker.lorem.sentence(6) : null;
}
