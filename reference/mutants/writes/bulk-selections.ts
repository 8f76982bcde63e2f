import type { Hook } from '../../behaviour.js';
import { refusal } from '../../hooks.js';
import type { BulkRequest, BulkTask, Row, Selection } from '../../model.js';
import { Refusal } from '../../refusal.js';
import { type Defect, family } from '../mutant.js';
import { ofFiltered, records, selecting, selectingByNothing } from './write-hooks.js';

const AREAS = [
  {
    bulk: 'bulkUpdateUsers',
    list: 'getUsers',
    detail: 'getUser',
    of: 'users',
    flags: ['isOnline', 'isInReview', 'isQualified'],
  },
  {
    bulk: 'bulkUpdateApplications',
    list: 'getApplications',
    detail: 'getApplication',
    of: 'applications',
    flags: ['singleSignOn', 'sanctioned'],
  },
] as const;

/** Other rules that send a bulk update with a filter or to all records. */
const ALSO = ['bulk.filter', 'bulk.filter-nothing', 'bulk.malformed-filter', 'bulk.hostile-bodies'];

/** Selects by a filter that is changed, or left out. */
const filtering =
  (change: (filter: string) => string | undefined): Hook =>
  (steps) => ({
    select: ({ filter, ...request }, context) => {
      const changed = filter === undefined ? undefined : change(filter);
      return steps.select({ ...request, ...(changed !== undefined && { filter: changed }) }, context);
    },
  });

/** The link of the reference to a task that a filter selects records for has the method of the bulk update. */
const linkedOtherwise: Hook = ofFiltered((steps, isFiltered) => ({
  referenceLinks: (task, context) =>
    steps.referenceLinks(task, context).map((link) => (isFiltered(task) ? { ...link, method: 'POST' } : link)),
}));

/** The names of all flags in a bulk update, by its operation. */
const MARKERS: Readonly<Record<string, readonly string[]>> = {
  bulkUpdateApplications: ['singleSignOn', 'approved'],
  bulkUpdateUsers: ['onlineOnly', 'review', 'qualified'],
};

/** Gives the flags that some bulk updates do not name the value of the one that they name. */
const settingAll =
  (is: (request: BulkRequest) => boolean): Hook =>
  (steps) => ({
    startTask: (request, selection, context) => {
      const [value] = Object.values(request.body);
      const body = Object.fromEntries((MARKERS[context.operation.id] ?? []).map((name) => [name, value]));
      return steps.startTask(
        is(request) ? { ...request, body: { ...body, ...request.body } } : request,
        selection,
        context,
      );
    },
  });

/** Carries out the bulk updates of a kind, and never ends their tasks. */
const unended =
  (is: (request: BulkRequest, selection: Selection) => boolean): Hook =>
  (steps) => {
    const never = new Set<BulkTask>();
    return {
      startTask: (request, selection, context) => {
        const task = steps.startTask(request, selection, context);
        if (is(request, selection)) never.add(task);
        return task;
      },
      completeTask: (task, context) => {
        steps.completeTask(task, context);
        if (never.has(task)) task.status = 'Running';
      },
    };
  };

/** Shows records as they were before the first bulk update of them, in some reads. */
const stale: Hook = (steps) => {
  const before = new Map<unknown, Row>();
  const old = (one: Row, names: readonly string[]): Row => {
    const known = before.get(one.id);
    return known === undefined ? one : { ...one, ...Object.fromEntries(names.map((name) => [name, known[name]])) };
  };
  const names = AREAS.flatMap(({ flags }) => [...flags]);
  return {
    completeTask: (task, context) => {
      for (const record of records(context)) {
        if (task.ids.includes(String(record.id)) && !before.has(record.id)) before.set(record.id, record);
      }
      steps.completeTask(task, context);
    },
    collect: (context) =>
      steps.collect(context).map((one) =>
        old(
          one,
          names.filter((name) => name in one),
        ),
      ),
    read: (context) => {
      const read = steps.read(context);
      return old(
        read,
        names.filter((name) => name in read),
      );
    },
  };
};

const perArea = AREAS.flatMap(({ bulk, list, detail, of }): Defect[] => [
  {
    title: `the filter of a bulk update of ${of} is ignored`,
    operation: bulk,
    rule: 'bulk.filter',
    also: ALSO,
    hook: filtering(() => undefined),
  },
  {
    title: `a bulk update of ${of} reads the first half of a filter`,
    operation: bulk,
    rule: 'bulk.filter',
    rules: ['bulk.filter-joined'],
    also: ALSO,
    hook: filtering((filter) => filter.split(/ -(?:and|or) /)[0]),
  },
  {
    title: `a bulk update of ${of} reads the last half of a filter`,
    operation: bulk,
    rule: 'bulk.filter',
    rules: ['bulk.filter-joined'],
    also: ALSO,
    hook: filtering((filter) => filter.split(/ -(?:and|or) /).at(-1)),
  },
  {
    title: `a bulk update of ${of} skips every second record of a filter on the flag that it sets`,
    operation: bulk,
    rule: 'bulk.filter',
    rules: ['bulk.filter-joined'],
    rarity: 'rare',
    hook: (steps) => ({
      select: (request, context) => {
        const selection = steps.select(request, context);
        const isShrinking = / -eq (?:true|false)/.test(request.filter ?? '');
        return isShrinking ? { ...selection, ids: selection.ids.filter((_id, index) => index % 2 === 0) } : selection;
      },
    }),
  },
  {
    title: `a bulk update of ${of} under a filter that matches nothing returns 200`,
    operation: bulk,
    rule: 'bulk.filter',
    rules: ['bulk.filter-nothing'],
    rarity: 'rare',
    hook: (steps) => {
      let isEmpty = false;
      return {
        select: (request, context) => {
          const selection = steps.select(request, context);
          isEmpty = request.filter !== undefined && selection.ids.length === 0;
          return selection;
        },
        write: (context) => {
          isEmpty = false;
          const given = steps.write(context);
          return isEmpty ? { status: 200, body: {} } : given;
        },
      };
    },
  },
  {
    title: `the message of a malformed filter of a bulk update of ${of} is about something else`,
    operation: bulk,
    rule: 'bulk.malformed-filter',
    rarity: 'rare',
    hook: refusal((given) =>
      given.status === 400 ? { ...given, body: { error: { code: 400, message: 'Invalid request' } } } : given,
    ),
  },
  {
    title: `a malformed filter of a bulk update of ${of} is ignored`,
    operation: bulk,
    rule: 'bulk.malformed-filter',
    also: ALSO,
    hook: (steps) => ({
      select: ({ filter, ...request }, context) => {
        try {
          return steps.select({ ...request, ...(filter !== undefined && { filter }) }, context);
        } catch (error) {
          if (filter === undefined) throw error;
          return steps.select(request, context);
        }
      },
    }),
  },
  {
    title: `a malformed filter of a bulk update of ${of} is accepted and selects nothing`,
    operation: bulk,
    rule: 'bulk.malformed-filter',
    also: ALSO,
    hook: (steps) => ({
      select: (request, context) => {
        try {
          return steps.select(request, context);
        } catch (error) {
          if (request.filter === undefined) throw error;
          return { ids: [], unknown: [] };
        }
      },
    }),
  },
  {
    title: `a malformed filter of a bulk update of ${of} causes a 500`,
    operation: bulk,
    rule: 'bulk.malformed-filter',
    rules: ['bulk.malformed-filter', 'bulk.hostile-bodies'],
    also: ALSO,
    hook: (steps) => ({
      parseFilter: (text, schema, context) => {
        try {
          return steps.parseFilter(text, schema, context);
        } catch {
          throw new Error('unexpected');
        }
      },
    }),
  },
  {
    title: `a bulk update of ${of} changes the first 25 records that a filter matches`,
    operation: bulk,
    rule: 'bulk.filter',
    rules: ['bulk.filter-many'],
    hook: selecting((ids, { filter }) => (filter === undefined ? ids : ids.slice(0, 25))),
  },
  ...[
    { how: 'a filter', rule: 'bulk.filter' as const, is: ({ filter }: BulkRequest) => filter !== undefined },
    {
      how: 'the scope AllExcept',
      rule: 'bulk.scope-except' as const,
      is: ({ scope }: BulkRequest) => scope === 'AllExcept',
    },
    {
      how: 'the scope All alone',
      rule: 'bulk.scope-all' as const,
      is: ({ scope, filter }: BulkRequest) => scope === 'All' && filter === undefined,
    },
  ].map(
    ({ how, rule, is }): Defect => ({
      title: `a bulk update of ${of} with ${how} sets all flags`,
      operation: bulk,
      rule,
      hook: settingAll(is),
    }),
  ),
  {
    title: `a filter that matches none of the ${of} is answered with 404`,
    operation: bulk,
    rule: 'bulk.documented-status',
    rules: ['bulk.nothing-status'],
    hook: (steps) => ({
      select: (request, context) => {
        const selection = steps.select(request, context);
        if (selection.ids.length === 0) throw new Refusal(404, 'no record matches');
        return selection;
      },
    }),
  },
  {
    title: `the link to the task of a bulk update of ${of} with a filter has another method`,
    operation: bulk,
    rule: 'bulk.task-link',
    rules: ['bulk.filter-task-link'],
    hook: linkedOtherwise,
  },
  {
    title: `a filter that matches nothing selects all ${of}`,
    operation: bulk,
    rule: 'bulk.filter',
    rules: ['bulk.filter-nothing'],
    also: ALSO,
    hook: selectingByNothing((ids) => ids),
  },
  {
    title: `a filter that matches nothing selects the first of the ${of}`,
    operation: bulk,
    rule: 'bulk.filter',
    rules: ['bulk.filter-nothing'],
    also: ALSO,
    hook: selectingByNothing((ids) => ids.slice(0, 1)),
  },
  {
    title: `a bulk update of ${of} with an unknown id is answered with 404`,
    operation: bulk,
    rule: 'bulk.documented-status',
    also: ['tasks.summary'],
    hook: (steps) => ({
      select: (request, context) => {
        const selection = steps.select(request, context);
        if (selection.unknown.length > 0) throw new Refusal(404, 'an id is unknown');
        return selection;
      },
    }),
  },
  {
    title: `a bulk update of ${of} with an unknown id causes a 500`,
    operation: bulk,
    rule: 'bulk.documented-status',
    also: ['tasks.summary'],
    hook: (steps) => ({
      select: (request, context) => {
        const selection = steps.select(request, context);
        if (selection.unknown.length > 0) throw new Error('unexpected');
        return selection;
      },
    }),
  },
  {
    title: `the list of ${of} does not show a bulk update`,
    operation: [bulk, list],
    seenFrom: bulk,
    rule: 'bulk.listed',
    also: ['bulk.scope-all', 'bulk.filter', 'updates.listed'],
    hook: stale,
  },
  {
    title: `the detail of ${of} does not show a bulk update`,
    operation: [bulk, detail],
    seenFrom: bulk,
    rule: 'bulk.effect',
    also: [
      ...ALSO,
      'bulk.concurrent',
      'bulk.repeated-ids',
      'bulk.other-records',
      'bulk.required-members',
      'bulk.listed',
      'tasks.effect',
      'tasks.summary',
    ],
    hook: stale,
  },
  {
    title: `a bulk update of ${of} toggles flags that are true`,
    operation: bulk,
    rule: 'bulk.effect',
    also: ['bulk.concurrent', 'bulk.repeated-ids', 'bulk.listed', 'bulk.filter', 'bulk.scope-all', 'bulk.other-flags'],
    hook: (steps) => ({
      applyFlags: (record, flags, context) => {
        const made = steps.applyFlags(record, flags, context);
        const changed = Object.keys(made).filter((name) => made[name] === true && record[name] === true);
        const named = changed.filter((name) => isNamed(name, flags));
        return { ...made, ...Object.fromEntries(named.map((name) => [name, false])) };
      },
    }),
  },
  {
    title: `the scope AllExcept of a bulk update of ${of} selects the listed records`,
    operation: bulk,
    rule: 'bulk.scope-except',
    rarity: 'rare',
    hook: (steps) => ({
      select: (request, context) =>
        steps.select(request.scope === 'AllExcept' ? { ...request, scope: 'Only' } : request, context),
    }),
  },
  {
    title: `the scope AllExcept of a bulk update of ${of} selects all records`,
    operation: bulk,
    rule: 'bulk.scope-except',
    rarity: 'rare',
    hook: (steps) => ({
      select: (request, context) =>
        steps.select(request.scope === 'AllExcept' ? { ...request, scope: 'All' } : request, context),
    }),
  },
  {
    title: `the ids after an unknown one of a bulk update of ${of} are left out`,
    operation: bulk,
    rule: 'bulk.around-unknown',
    rarity: 'rare',
    hook: (steps) => ({
      select: (request, context) => {
        const selection = steps.select(request, context);
        const listed = request.ids ?? [];
        const end = listed.findIndex((id) => selection.unknown.includes(id));
        const left = listed.slice(end + 1);
        return end < 0 ? selection : { ...selection, ids: selection.ids.filter((id) => !left.includes(id)) };
      },
    }),
  },
  {
    title: `the task of a bulk update of ${of} with an unknown id never ends`,
    operation: bulk,
    rule: 'bulk.around-unknown',
    rarity: 'rare',
    hook: unended((_request, { unknown }) => unknown.length > 0),
  },
  ...(
    [
      ['with a filter', ({ filter }) => filter !== undefined],
      ['of more than ten ids', ({ ids = [] }) => ids.length > 10],
      ['of several ids', ({ ids = [] }) => ids.length > 1],
    ] satisfies [string, (request: BulkRequest) => boolean][]
  ).map(([what, is]) => ({
    title: `the task of a bulk update of ${of} ${what} never ends`,
    operation: bulk,
    rule: 'tasks.each-completes' as const,
    rarity: 'rare' as const,
    hook: unended(is),
  })),
  {
    title: `a second id of a bulk update of ${of} is left out`,
    operation: bulk,
    rule: 'bulk.effect',
    also: ['bulk.concurrent', 'bulk.repeated-ids', 'bulk.scope-all', 'bulk.listed', 'tasks.summary'],
    hook: selecting((ids) => ids.filter((_id, index) => index !== 1)),
  },
]);

/** The fields that flags set, by their names in a request. */
const FIELDS: Row = {
  onlineOnly: 'isOnline',
  review: 'isInReview',
  qualified: 'isQualified',
  singleSignOn: 'singleSignOn',
  approved: 'sanctioned',
};

const isNamed = (field: string, flags: Row): boolean => Object.keys(flags).some((flag) => FIELDS[flag] === field);

/** What can be wrong with the records that a bulk update selects, and with the reads that show it. */
export const bulkSelections = family(
  'bulk-selections',
  [
    ...perArea,
    ...(
      [
        ['users of an application', 'getApplicationUsers'],
        ['users of a subscription', 'getSubscriptionUsers'],
        ['users of an insight', 'getSubscriptionInsightUsers'],
        ['consumptions of an application', 'getApplicationUsersConsumptions'],
        ['consumptions of a subscription', 'getSubscriptionUserConsumptions'],
      ] as const
    ).map(
      ([what, list]): Defect => ({
        title: `the ${what} do not show a bulk update`,
        operation: ['bulkUpdateUsers', list],
        seenFrom: 'bulkUpdateUsers',
        rule: 'bulk.listed',
        rarity: 'rare',
        hook: stale,
      }),
    ),
  ],
  'writes',
);
