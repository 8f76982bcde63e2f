import { faker } from '@faker-js/faker/locale/en';
import { DEPARTMENTS, HARD_APPLICATION_NAMES, LONG_NOTE } from './hard-text.js';
import { chance, DAY, oneOf, TENANT_NOW, times, timestamp } from './random.js';
import type { Agreement, AgreementType, Period } from './stored.js';
import { StoredCollection } from './stored-collection.js';
import type { Papers } from './tenant.js';

type Contact = Pick<Agreement, 'contactId' | `contact${'Name' | 'Department' | 'Phone' | 'Email'}`>;
type Manufacturer = Pick<Agreement, Extract<keyof Agreement, `manufacturer${string}`>>;

const AGREEMENT_TYPES = ['Enterprise', "Select 'Plus'", 'Volume – Europe', 'OEM \\ Bundle', 'Trial 30 %'];
const CONTRACT_TYPES = ['Maintenance', 'Lease "fixed"', 'Cloud ☁️', 'Prestation de service'];

export function generateAgreements(count: number): Papers {
  return generatePapers(count, AGREEMENT_TYPES);
}

export function generateContracts(count: number): Papers {
  return generatePapers(count, CONTRACT_TYPES);
}

/** Agreements or contracts with their types and periods: the two kinds have the same shapes. */
function generatePapers(count: number, typeNames: readonly string[]): Papers {
  const types = typeNames.map((name, index) => generateType(name, index));
  const contacts = times(8, generateContact);
  const manufacturers = times(12, generateManufacturer);
  const records: Agreement[] = [];
  for (let index = 0; index < count; index += 1) {
    const parentId = index % 6 === 5 ? oneOf(records).id : null;
    records.push(generateAgreement(index, parentId, oneOf(types).id, oneOf(contacts), oneOf(manufacturers)));
  }
  const periods = records.map((_, index) => generatePeriods(1 + ((index + 3) % 4)));
  return { records: new StoredCollection(records), types: new StoredCollection(types), periods };
}

function generateType(name: string, index: number): AgreementType {
  return { id: faker.string.uuid(), name, description: index === 0 ? null : faker.lorem.sentence(5) };
}

function generateContact(): Contact {
  const contactName = faker.person.fullName();
  return {
    contactId: faker.string.uuid(),
    contactName,
    contactDepartment: oneOf(DEPARTMENTS),
    contactPhone: chance(0.8) ? faker.phone.number() : null,
    contactEmail: faker.internet.exampleEmail(),
  };
}

function generateManufacturer(): Manufacturer {
  return {
    manufacturerId: faker.string.uuid(),
    manufacturerName: faker.company.name(),
    manufacturerLink: 'https://vendor.example/support?lang=en&q=%22',
    manufacturerPhone: chance(0.8) ? faker.phone.number() : null,
    manufacturerContact: faker.person.fullName(),
    manufacturerContactPhone: faker.phone.number(),
    manufacturerContactEmail: faker.internet.exampleEmail(),
  };
}

function generateAgreement(
  index: number,
  parentId: string | null,
  typeId: string,
  contact: Contact,
  manufacturer: Manufacturer,
): Agreement {
  return {
    id: faker.string.uuid(),
    parentId,
    assignedId: faker.string.uuid(),
    name: agreementName(index),
    typeId,
    description: index % 5 === 0 ? null : index % 5 === 1 ? LONG_NOTE : faker.lorem.sentence(8),
    isSubscription: chance(0.5),
    isUpgradable: chance(0.5),
    isValidForAll: chance(0.3),
    isAlertingOnExpiration: chance(0.8),
    isAutoAttachingToComputers: chance(0.2),
    renewalDays: faker.number.int(90),
    warningDayLimit: 60,
    criticalDayLimit: 30,
    ...contact,
    ...manufacturer,
  };
}

function agreementName(index: number): string {
  if (index % 8 === 3) return HARD_APPLICATION_NAMES[Math.floor(index / 8) % HARD_APPLICATION_NAMES.length] as string;
  if (index % 10 === 7) return 'Framework terms';
  return `${faker.company.name()} ${2015 + (index % 11)}`;
}

/** Periods of a year each, one after the other; the last one covers the tenant's present. */
function generatePeriods(count: number): Period[] {
  const start = TENANT_NOW - faker.number.int(300) * DAY;
  return times(count, (index) => {
    const validFrom = start - (count - 1 - index) * 365 * DAY;
    return {
      id: faker.string.uuid(),
      validFrom: timestamp(validFrom),
      validTo: timestamp(validFrom + 365 * DAY - 1000),
    };
  });
}
