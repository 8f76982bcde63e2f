import type { Context } from '../behaviour.js';
import { body, record, where } from '../hooks.js';
import type { Row } from '../model.js';
import { hash } from '../query-hooks.js';
import { type Defect, each, eachRarely, family } from './mutant.js';

/** Defects of the relations between responses. */
export const relations = family('relations', [
  {
    id: 'a-read-by-id-answers-the-neighbour',
    title: 'a read by id returns the next record',
    operation: 'getContract',
    rule: 'relations.same-id',
    also: ['relations.detail-agrees'],
    hook: (steps) => ({
      find: (kind, id, context) => {
        const found = steps.find(kind, id, context);
        if (kind !== 'contract') return found;
        const all = context.tenant.contracts.records.records;
        return all[(all.findIndex((one) => one.id === id) + 1) % all.length] as never;
      },
    }),
  },
  {
    title: 'the links of a period lead to no agreement',
    operation: 'getAgreementPeriods',
    rule: 'relations.links-followed',
    hook: record((one) => ({
      ...one,
      _links: (one._links as readonly Row[]).map((link) => ({ ...link, href: `${link.href}/period` })),
    })),
  },
  {
    id: 'the-detail-has-another-name',
    title: 'the name differs in a read by id',
    operation: 'getAgreement',
    rule: 'relations.detail-agrees',
    hook: record((one) => ({ ...one, name: `${one.name}!` })),
  },
  {
    title: 'a sort moves users and leaves their details where they are',
    operation: 'getSubscriptionInsightUsers',
    rule: 'relations.same-record',
    rarity: 'rare',
    hook: where(
      ({ query }) => query.sort !== undefined,
      body((given) => {
        const items = given.items as readonly Row[];
        return { ...given, items: items.map((one, index) => ({ ...one, details: items.at(index - 1)?.details })) };
      }),
    ),
  },
  {
    title: 'the later pages of a list have no departments',
    operation: 'getApplicationUsers',
    rule: 'relations.same-record',
    also: ['relations.one-truth'],
    rarity: 'rare',
    hook: where(
      ({ query }) => Number(query.page_number ?? 1) > 1,
      record((one) => ({ ...one, department: null })),
    ),
  },
  {
    title: 'a filter changes the costs of the records that match it',
    operation: 'getUserSubscriptions',
    rule: 'relations.same-record',
    rarity: 'rare',
    hook: where(
      ({ query }) => query.filter !== undefined,
      record((one) => ({ ...one, totalCostPerMonth: Number(one.totalCostPerMonth) + 1 })),
    ),
  },
  {
    title: 'contracts with a parent have the name of another manufacturer',
    operation: 'getContract',
    rule: 'relations.one-name',
    rarity: 'rare',
    hook: record((one) => ({
      ...one,
      ...(one.parentId !== null && one.manufacturerId !== null && { manufacturerName: 'Another Manufacturer' }),
    })),
  },
  {
    title: 'the name of the manufacturer of an agreement is joined by its contact',
    operation: 'getAgreement',
    rule: 'relations.one-name',
    rarity: 'rare',
    hook: record((one, _index, { tenant }) => {
      const names = [...new Set(tenant.agreements.records.records.map(({ manufacturerName }) => manufacturerName))];
      return { ...one, manufacturerName: names[hash(one.contactId) % names.length] ?? null };
    }),
  },
  {
    title: 'one of seven applications has the name of another owner',
    operation: ['getApplications', 'getApplication'],
    seenFrom: 'getApplications',
    rule: 'relations.one-name',
    rarity: 'rare',
    hook: record((one) => ({ ...one, ...(hash(one.id) % 7 === 0 && { primaryOwnerName: 'Another Owner' }) })),
  },
  {
    title: 'applications have the name of another user than their owner',
    operation: ['getApplications', 'getApplication'],
    seenFrom: 'getApplications',
    rule: 'relations.own-name',
    hook: (steps) => {
      const named = (one: Row, { tenant }: Context): Row => {
        const all = tenant.users.records;
        const other = all[(all.findIndex(({ id }) => id === one.primaryOwnerId) + 1) % all.length];
        return one.primaryOwnerId === null ? one : { ...one, primaryOwnerName: other?.displayName };
      };
      return {
        collect: (context) => steps.collect(context).map((one) => named(one, context)),
        present: (one, schema, context) =>
          steps.present(context.operation.id === 'getApplication' ? named(one, context) : one, schema, context),
      };
    },
  },
  {
    title: 'subscriptions of a user have the vendor of another application',
    operation: 'getUserSubscriptions',
    rule: 'relations.own-name',
    hook: (steps) => ({
      collect: (context) =>
        steps.collect(context).map((one) => {
          const all = context.tenant.applications.records;
          const other = all.find(({ vendorId }) => vendorId !== null && vendorId !== one.vendorId);
          return { ...one, vendor: other?.vendor };
        }),
    }),
  },
  {
    title: 'disabled users are not in the list of users',
    operation: 'getUsers',
    rule: 'relations.listed',
    rarity: 'rare',
    hook: (steps) => ({ collect: (context) => steps.collect(context).filter(({ isEnabled }) => isEnabled !== false) }),
  },
  {
    title: 'applications without an owner are not in the list of applications',
    operation: 'getApplications',
    rule: 'relations.listed',
    rarity: 'rare',
    hook: (steps) => ({
      collect: (context) => steps.collect(context).filter(({ primaryOwnerId }) => typeof primaryOwnerId === 'string'),
    }),
  },
  ...eachRarely(['getAgreementTypes', 'getContractTypes'], 'the last type is not in the list of types', {
    rule: 'relations.listed',
    hook: (steps) => ({ collect: (context) => steps.collect(context).slice(0, -1) }),
  }),
  {
    title: 'subscriptions are not in the list of agreements',
    operation: 'getAgreements',
    rule: 'relations.listed',
    rarity: 'rare',
    hook: (steps) => ({
      collect: (context) => steps.collect(context).filter(({ isSubscription }) => isSubscription !== true),
    }),
  },
  {
    id: 'a-child-list-answers-the-children-of-a-neighbour',
    title: 'a child list returns the children of another parent',
    operation: 'getUserApplications',
    seenFrom: 'getApplicationUsers',
    rule: 'relations.children',
    hook: (steps) => ({
      collect: (context) => {
        const all = context.tenant.users.records;
        const at = all.findIndex((one) => one.id === context.params.userId);
        const rich = all.findIndex(
          (one, index) => index !== at && steps.collect({ ...context, params: { userId: one.id } }).length > 4,
        );
        return steps.collect({
          ...context,
          params: { userId: (at < 0 ? context.params.userId : all[rich]?.id) as string },
        });
      },
    }),
  },
  {
    id: 'a-child-list-answers-everything',
    title: 'a child list returns the children of all parents',
    operation: 'getSubscriptionUsers',
    rule: 'relations.children',
    hook: (steps) => ({
      collect: (context) => {
        steps.collect(context);
        return context.tenant.users.records;
      },
    }),
  },
  {
    id: 'a-user-has-another-e-mail-address-under-an-application',
    title: 'the e-mail address of a user differs in the list of an application',
    operation: 'getApplicationUsers',
    rule: 'relations.one-truth',
    also: ['filter.complete'],
    hook: record((one) => ({ ...one, email: `x${one.email}` })),
  },
  ...eachRarely(
    [
      'getApplicationUsers',
      'getSubscriptionUsers',
      'getApplicationUsersConsumptions',
      'getSubscriptionUserConsumptions',
    ],
    'one user has another department than in the list of users',
    {
      rule: 'relations.one-truth',
      hook: (steps) => ({
        collect: (context) =>
          steps.collect(context).map((one, index) => (index === 1 ? { ...one, department: 'Another' } : one)),
      }),
    },
  ),
  {
    title: 'the applications of a user have the name of their vendor',
    operation: 'getUserApplications',
    rule: 'relations.one-application',
    hook: record((one) => ({ ...one, name: one.vendor })),
  },
  {
    title: 'the subscriptions of a user cut the name of the application',
    operation: 'getUserSubscriptions',
    rule: 'relations.one-application',
    also: ['filter.complete'],
    hook: record((one) => ({ ...one, applicationName: String(one.applicationName).slice(0, 4) })),
  },
  {
    title: 'the details of a user of an insight name another application',
    operation: 'getSubscriptionInsightUsers',
    rule: 'relations.one-application',
    hook: record((one) => ({
      ...one,
      details: (one.details as Row[]).map((detail) => ({ ...detail, applicationName: 'another application' })),
    })),
  },
  {
    title: 'a list of the agreement area has no links',
    operation: 'getAgreementTypes',
    rule: 'relations.links',
    hook: body(({ _links, ...given }) => given),
  },
  {
    title: 'a link has no method',
    operation: 'getContractType',
    rule: 'relations.link-members',
    hook: body((given) => ({ ...given, _links: [{ href: 'api/sam/v2/contracts', rel: 'x' }] })),
  },
  {
    title: 'the last of several links of a list has no href',
    operation: 'getContracts',
    rule: 'relations.link-members',
    hook: body((given) => {
      const links = given._links as Row[];
      return {
        ...given,
        _links: links.map((link, index) => (index > 0 && index === links.length - 1 ? { ...link, href: null } : link)),
      };
    }),
  },
  {
    title: 'links are index-keyed in the agreement area',
    operation: 'getAgreement',
    rule: 'relations.links',
    hook: body((given) => ({ ...given, _links: { ...(given._links as object) } })),
  },
  {
    id: 'a-link-has-a-number-for-a-method',
    title: 'the method of a link is a number',
    operation: 'getContractType',
    rule: 'relations.links',
    hook: body((given) => ({ ...given, _links: [{ href: 'api/sam/v2/contracts', rel: 'x', method: 3 }] })),
  },
  {
    id: 'the-kpis-of-an-application-are-those-of-a-neighbour',
    title: 'the KPIs of an application are those of another application',
    operation: 'getApplicationKpis',
    rule: 'relations.same-id',
    hook: (steps) => ({
      perform: (context) => {
        const all = context.tenant.applications.records;
        const at = all.findIndex(({ id }) => id === context.params.applicationId);
        const next = all[(at + 1) % all.length];
        return at < 0 || next === undefined
          ? steps.perform(context)
          : steps.perform({ ...context, params: { ...context.params, applicationId: next.id } });
      },
    }),
  },
  ...(['vendorId', 'primaryOwnerId'] as const).map(
    (field): Defect => ({
      title: `the KPIs of an application have its ${field} as their id`,
      operation: 'getApplicationKpis',
      rule: 'relations.same-id',
      also: ['relations.kpi-record', 'records.id-present'],
      hook: body((given, { tenant, params }) => {
        const own = tenant.applications.records.find(({ id }) => id === params.applicationId);
        return own === undefined ? given : { ...given, id: own[field] };
      }),
    }),
  ),
  {
    id: 'a-link-leads-nowhere',
    title: 'a link returns 404',
    operation: 'getContracts',
    rule: 'relations.links-followed',
    hook: body((given) => ({ ...given, _links: [{ href: 'api/sam/v2/nowhere', rel: 'next', method: 'GET' }] })),
  },
  {
    id: 'a-type-is-not-known',
    title: 'the type of a record does not exist',
    operation: 'getAgreements',
    rule: 'relations.type-known',
    also: ['relations.detail-agrees'],
    hook: record((one) => ({ ...one, typeId: '3a541836-17ed-4da2-8dee-0b7a1bf39e2d' })),
  },
  ...each(['getAgreementPeriods', 'getContractPeriods'], 'validFrom and validTo are swapped', {
    rule: 'relations.periods-backwards',
    hook: record(({ validFrom, validTo, ...one }) => ({ ...one, validFrom: validTo, validTo: validFrom })),
  }),
  {
    title: 'the list of applications leaves out flags that are false',
    operation: 'getApplications',
    seenFrom: 'getApplication',
    rule: 'relations.detail-agrees',
    rarity: 'rare',
    hook: record(withoutFalse),
  },
  {
    title: 'a read of a user leaves out numbers that are zero',
    operation: 'getUser',
    rule: 'relations.detail-agrees',
    rarity: 'rare',
    hook: record((one) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== 0))),
  },
]);

/** A record as a serializer writes it that leaves out default values. */
function withoutFalse(one: Row): Row {
  return Object.fromEntries(Object.entries(one).filter(([, value]) => value !== false));
}
