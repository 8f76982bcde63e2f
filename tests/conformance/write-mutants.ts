import { answer, body, refusal } from '../../reference/hooks.js';
import { type Context, type Hook, Refusal, type Row } from '../../reference/index.js';

/** The reference with one defect in what it writes. */
interface Mutant {
  readonly name: string;
  readonly hook: Hook;
  /** The operation that is broken. */
  readonly operation: string;
  /** The rule that must find it. */
  readonly rule: string;
  /** The operation whose check finds it, where that is not the broken one. */
  readonly seenFrom?: string;
  /** Rules that the same defect breaks as well. */
  readonly also?: readonly string[];
}

/** Changes the record that a patch makes, as it is answered and stored. */
const patched =
  (change: (updated: Row, patch: Row, before: Row, context: Context) => Row): Hook =>
  (steps) => ({
    applyPatch: (record, patch, context) => change(steps.applyPatch(record, patch, context), patch, record, context),
  });

/** Changes what is stored, and not what is answered. */
const stored =
  (change: (updated: Row, context: Context) => Row | null): Hook =>
  (steps) => ({
    save: (record, context) => {
      const changed = change(record, context);
      if (changed !== null) steps.save(changed, context);
    },
  });

/** Reads a body that the reference would refuse in another way; `take` answers undefined to leave it to the reference. */
const taking =
  (take: (text: string, context: Context) => Row | undefined): Hook =>
  (steps) => ({
    readBody: (context) => take(context.body ?? '', context) ?? steps.readBody(context),
  });

/** The body as a JSON object, or undefined where it is none. */
function objectOf(text: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : undefined;
  } catch {
    return undefined;
  }
}

const records = ({ operation, tenant }: Context): readonly Row[] =>
  (operation.area === 'users' ? tenant.users.records : tenant.applications.records) as unknown as Row[];

/** The record after one in its collection. */
function neighbourOf(record: Row, context: Context): Row {
  const all = records(context);
  return all[(all.findIndex(({ id }) => id === record.id) + 1) % all.length] as Row;
}

/** The members that a body has are put in, whatever is missing and of whatever type. */
const merging: Hook = (steps) => ({
  readBody: (context) => objectOf(context.body ?? '') ?? steps.readBody(context),
  applyPatch: (record, patch, context) => {
    const { websiteDate, ...flat } = patch;
    const category = (websiteDate as Row | undefined)?.categoryName;
    const owner = context.tenant.users.get(String(flat.primaryOwnerId));
    return {
      ...record,
      ...flat,
      ...(category !== undefined && { categoryName: category }),
      ...(owner !== undefined && { primaryOwnerName: owner.displayName }),
    };
  },
});

/** Takes a body without a member, and then does something of its own with it. */
const without =
  (name: string, change: (updated: Row) => Row): Hook =>
  (steps) => {
    const loose = merging(steps);
    const lacks = ({ body: text }: Context) => {
      const given = objectOf(text ?? '');
      return given !== undefined && Object.keys(given).length > 0 && !(name in given);
    };
    return {
      readBody: (context) => (lacks(context) ? loose.readBody?.(context) : undefined) ?? steps.readBody(context),
      applyPatch: (record, patch, context) =>
        lacks(context)
          ? change(loose.applyPatch?.(record, patch, context) ?? record)
          : steps.applyPatch(record, patch, context),
    };
  };

/** The first members of a body are stored before it is found wrong. */
const partly =
  (wrong: (given: Row) => boolean): Hook =>
  (steps) => ({
    readBody: (context) => {
      const given = objectOf(context.body ?? '');
      const id = context.params.userId ?? context.params.applicationId ?? '';
      const record = records(context).find((one) => one.id === id.toLowerCase());
      if (given !== undefined && record !== undefined && wrong(given)) {
        const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === 'boolean'));
        steps.save({ ...record, ...fields }, context);
      }
      return steps.readBody(context);
    },
  });

const failing = (when: (text: string, context: Context) => boolean): Hook =>
  taking((text, context) => {
    if (when(text, context)) throw new Error('unexpected');
    return undefined;
  });

/** Refuses whatever is asked, and does nothing. */
const refusing =
  (status: number): Hook =>
  () => ({
    perform: () => {
      throw new Refusal(status, 'no');
    },
  });

const contentType = ({ headers }: Context): string => String(headers['content-type'] ?? '');

/** Writes although the credential is not the right one, and says so or not. */
const unauthorized =
  (says: 'success' | 'refusal'): Hook =>
  (steps) => ({
    authorize: () => undefined,
    perform: (context) => {
      const given = steps.perform(context);
      if (says === 'refusal') steps.authorize(context);
      return given;
    },
  });

const updatesOf: readonly Mutant[] = [
  {
    name: 'a merge patch is taken as application/json only',
    operation: 'updateUser',
    rule: 'updates.media-type',
    also: ['updates.answer'],
    hook: (steps) => ({
      readBody: (context) => {
        if (contentType(context).startsWith('application/merge-patch+json')) throw new Refusal(415, 'JSON, please');
        const headers = { ...context.headers, 'content-type': 'application/merge-patch+json' };
        return steps.readBody({ ...context, headers });
      },
    }),
  },
  {
    name: 'a valid update is refused',
    operation: 'updateApplication',
    rule: 'updates.media-type',
    hook: refusing(400),
  },
  {
    name: 'an update is answered with 201',
    operation: 'updateApplication',
    rule: 'updates.answer',
    hook: answer((given) => ({ ...given, status: 201 })),
  },
  {
    name: 'an update is answered with 204 and no body',
    operation: 'updateUser',
    rule: 'updates.answer',
    hook: answer(() => ({ status: 204 })),
  },
  {
    name: 'an update answers another record',
    operation: 'updateUser',
    rule: 'updates.answer',
    hook: body((given, context) => ({ ...given, id: neighbourOf(given, context).id })),
  },
  {
    name: 'an update answers a number as a text',
    operation: 'updateApplication',
    rule: 'updates.answer',
    also: ['updates.other-fields'],
    hook: body((given) => ({ ...given, licenseCount: String(given.licenseCount) })),
  },
  {
    name: 'an update answers discoveryTypes as an array',
    operation: 'updateUser',
    rule: 'updates.answer',
    also: ['updates.other-fields'],
    hook: body((given) => ({ ...given, discoveryTypes: Object.values(given.discoveryTypes as object) })),
  },
  {
    name: 'an update is answered and not stored',
    operation: 'updateUser',
    rule: 'updates.effect',
    also: ['updates.listed', 'writes.sequences', 'bulk.with-update'],
    hook: stored(() => null),
  },
  {
    name: 'an update has no effect',
    operation: 'updateApplication',
    rule: 'updates.effect',
    also: ['updates.listed', 'updates.category', 'writes.sequences', 'updates.texts', 'bulk.with-update'],
    hook: patched((_updated, _patch, before) => before),
  },
  {
    name: 'an update answers the record as it was',
    operation: 'updateUser',
    rule: 'updates.effect',
    also: ['writes.sequences', 'updates.texts', 'updates.own-values'],
    hook: (steps) => ({
      write: (context) => {
        const before = steps.find('user', steps.readId('userId', context), context);
        const given = steps.write(context);
        return { ...given, body: steps.present(before as unknown as Row, 'user', context) };
      },
    }),
  },
  {
    name: 'notes are not stored',
    operation: 'updateApplication',
    rule: 'updates.effect',
    also: ['updates.texts', 'updates.listed', 'writes.sequences'],
    hook: patched((updated, _patch, before) => ({ ...updated, notes: before.notes })),
  },
  {
    name: 'sanctioned is stored the other way round',
    operation: 'updateApplication',
    rule: 'updates.own-values',
    also: ['updates.idempotent'],
    hook: patched((updated) => ({ ...updated, sanctioned: !updated.sanctioned })),
  },
  {
    name: 'two flags are mixed up',
    operation: 'updateUser',
    rule: 'updates.own-values',
    also: ['updates.idempotent', 'updates.effect', 'updates.listed', 'writes.sequences', 'bulk.with-update'],
    hook: patched((updated, patch) => ({ ...updated, isInReview: patch.isQualified, isQualified: patch.isInReview })),
  },
  {
    name: 'a flag can be set and not taken back',
    operation: 'updateUser',
    rule: 'updates.effect',
    also: ['updates.listed', 'writes.sequences', 'bulk.with-update'],
    hook: patched((updated, _patch, before) => ({
      ...updated,
      isQualified: updated.isQualified || before.isQualified,
    })),
  },
  {
    name: 'the owner stays the one that it was',
    operation: 'updateApplication',
    rule: 'updates.effect',
    also: ['updates.texts', 'updates.listed'],
    hook: patched((updated, _patch, before) => ({ ...updated, primaryOwnerId: before.primaryOwnerId })),
  },
  {
    name: 'the category is not stored',
    operation: 'updateApplication',
    rule: 'updates.category',
    also: ['updates.texts'],
    hook: patched((updated, _patch, before) => ({ ...updated, categoryName: before.categoryName })),
  },
  {
    name: 'the category is answered and not stored',
    operation: 'updateApplication',
    rule: 'updates.category',
    also: ['updates.texts', 'updates.listed'],
    hook: stored((updated, context) => ({
      ...updated,
      categoryName: (records(context).find(({ id }) => id === updated.id) as Row).categoryName,
    })),
  },
  {
    name: 'an update takes a field away that it does not name',
    operation: 'updateApplication',
    rule: 'updates.other-fields',
    hook: patched((updated) => ({ ...updated, riskScore: null, discoverySource: null, vendor: null })),
  },
  {
    name: 'an update disables the user',
    operation: 'updateUser',
    rule: 'updates.other-fields',
    hook: patched((updated) => ({ ...updated, isEnabled: false, status: 'Inactive' })),
  },
  {
    name: 'an update empties the department, in what is stored alone',
    operation: 'updateUser',
    rule: 'updates.other-fields',
    hook: stored((updated) => ({ ...updated, department: '' })),
  },
  {
    name: 'an update takes the discovery away',
    operation: 'updateApplication',
    rule: 'updates.other-fields',
    hook: patched((updated) => ({ ...updated, discoveryTypes: [], discoveryDate: null })),
  },
  {
    name: 'a patch reaches the neighbour too',
    operation: 'updateApplication',
    rule: 'updates.other-records',
    hook: (steps) => ({
      save: (record, context) => {
        steps.save({ ...neighbourOf(record, context), notes: record.notes }, context);
        steps.save(record, context);
      },
    }),
  },
  {
    name: 'a patch reaches all users',
    operation: 'updateUser',
    rule: 'updates.other-records',
    also: [
      'bulk.other-records',
      'bulk.other-flags',
      'bulk.effect',
      'bulk.repeated-ids',
      'bulk.concurrent',
      'updates.own-values',
      'updates.idempotent',
      'updates.effect',
      'updates.listed',
      'updates.required-members',
      'updates.other-fields',
      'updates.unknown-id',
      'bulk.with-update',
      'authorization.writes',
    ],
    hook: (steps) => ({
      save: (record, context) => {
        const { isOnline, isInReview, isQualified } = record;
        for (const one of records(context)) steps.save({ ...one, isOnline, isInReview, isQualified }, context);
        steps.save(record, context);
      },
    }),
  },
  {
    name: 'the same patch again takes it back',
    operation: 'updateUser',
    rule: 'updates.idempotent',
    also: ['updates.own-values'],
    hook: patched((updated, patch, before) =>
      before.isInReview === patch.isInReview ? { ...updated, isInReview: !patch.isInReview } : updated,
    ),
  },
  {
    name: 'every patch adds to the notes',
    operation: 'updateApplication',
    rule: 'updates.idempotent',
    also: ['updates.own-values'],
    hook: patched((updated, patch, before) => ({ ...updated, notes: `${before.notes}${patch.notes}` })),
  },
  {
    name: 'every patch counts a licence more',
    operation: 'updateUser',
    rule: 'updates.idempotent',
    also: ['updates.other-fields'],
    hook: patched((updated) => ({ ...updated, licenseCount: Number(updated.licenseCount) + 1 })),
  },
  {
    name: 'a flag that is missing is reset',
    operation: 'updateUser',
    rule: 'updates.required-members',
    hook: without('isOnline', (updated) => ({ ...updated, isOnline: false })),
  },
  {
    name: 'notes that are missing are emptied',
    operation: 'updateApplication',
    rule: 'updates.required-members',
    hook: without('notes', (updated) => ({ ...updated, notes: '' })),
  },
  {
    name: 'a website that is missing takes the category away',
    operation: 'updateApplication',
    rule: 'updates.required-members',
    hook: without('websiteDate', (updated) => ({ ...updated, categoryName: null })),
  },
  {
    name: 'a body without a flag is taken and nothing of it is stored',
    operation: 'updateUser',
    rule: 'updates.required-members',
    hook: (steps) => ({
      ...without('isQualified', (updated) => updated)(steps),
      save: (record, context) => {
        if ('isQualified' in (objectOf(context.body ?? '') ?? {})) steps.save(record, context);
      },
    }),
  },
  {
    name: 'a website without a category is a 500',
    operation: 'updateApplication',
    rule: 'updates.required-members',
    hook: failing((text) => {
      const website = objectOf(text)?.websiteDate;
      return typeof website === 'object' && website !== null && !Array.isArray(website) && !('categoryName' in website);
    }),
  },
  {
    name: 'a missing member is a 422',
    operation: 'updateUser',
    rule: 'updates.required-members',
    hook: taking((text) => {
      const given = objectOf(text);
      if (given !== undefined && Object.keys(given).length === 2) throw new Refusal(422, 'a member is missing');
      return undefined;
    }),
  },
  {
    name: 'a body without a member is refused and stored in part',
    operation: 'updateUser',
    rule: 'updates.required-members',
    hook: partly((given) => Object.keys(given).length === 2),
  },
  {
    name: 'a body without notes is refused and stored in part',
    operation: 'updateApplication',
    rule: 'updates.required-members',
    hook: partly((given) => Object.keys(given).length > 5 && !('notes' in given)),
  },
  {
    name: 'a text is taken for a flag',
    operation: 'updateUser',
    rule: 'updates.member-types',
    hook: taking((text) => {
      const given = objectOf(text);
      return given?.isOnline === 'true' ? { ...given, isOnline: true } : undefined;
    }),
  },
  {
    name: 'a number is taken for notes',
    operation: 'updateApplication',
    rule: 'updates.member-types',
    hook: taking((text) => {
      const given = objectOf(text);
      return typeof given?.notes === 'number' ? { ...given, notes: String(given.notes) } : undefined;
    }),
  },
  {
    name: 'a flag of a wrong type is ignored',
    operation: 'updateUser',
    rule: 'updates.member-types',
    hook: (steps) => ({
      readBody: (context) => {
        const given = objectOf(context.body ?? '');
        return given !== undefined && typeof given.isInReview === 'object' && given.isInReview !== null
          ? given
          : steps.readBody(context);
      },
      applyPatch: (record, patch, context) => {
        const updated = steps.applyPatch(record, patch, context);
        return typeof patch.isInReview === 'object' ? { ...updated, isInReview: record.isInReview } : updated;
      },
    }),
  },
  {
    name: 'a website that is a text is a 500',
    operation: 'updateApplication',
    rule: 'updates.member-types',
    hook: failing((text) => typeof objectOf(text)?.websiteDate === 'string'),
  },
  {
    name: 'a wrong type is refused and the rest is stored',
    operation: 'updateUser',
    rule: 'updates.member-types',
    hook: partly((given) => typeof given.isQualified === 'number'),
  },
  {
    name: 'JSON that is broken is a 500',
    operation: 'updateUser',
    rule: 'updates.hostile-bodies',
    hook: failing((text) => text.endsWith(',}')),
  },
  {
    name: 'an empty body is a 500',
    operation: 'updateApplication',
    rule: 'updates.hostile-bodies',
    hook: failing((text) => text === ''),
  },
  {
    name: 'an empty object resets all flags',
    operation: 'updateUser',
    rule: 'updates.hostile-bodies',
    hook: taking((text) => (text === '{}' ? { isOnline: false, isInReview: false, isQualified: false } : undefined)),
  },
  {
    name: 'an array empties the notes',
    operation: 'updateApplication',
    rule: 'updates.hostile-bodies',
    hook: (steps) => ({
      readBody: (context) => {
        const text = context.body ?? '';
        return text.startsWith('[{') ? ((JSON.parse(text) as Row[])[0] ?? {}) : steps.readBody(context);
      },
      applyPatch: (record, patch, context) =>
        context.body?.startsWith('[{') ? { ...record, notes: '' } : steps.applyPatch(record, patch, context),
    }),
  },
  {
    name: 'a patch as text/plain is a 500',
    operation: 'updateUser',
    rule: 'updates.hostile-bodies',
    hook: failing((_text, context) => contentType(context).startsWith('text/plain')),
  },
  {
    name: 'null is a 500',
    operation: 'updateApplication',
    rule: 'updates.hostile-bodies',
    hook: failing((text) => objectOf(text)?.description === null),
  },
  {
    name: 'null for one flag resets the others',
    operation: 'updateUser',
    rule: 'updates.hostile-bodies',
    hook: taking((text) =>
      objectOf(text)?.isOnline === null ? { isOnline: false, isInReview: false, isQualified: false } : undefined,
    ),
  },
  {
    name: 'an unknown member is a 500',
    operation: 'updateApplication',
    rule: 'updates.hostile-bodies',
    hook: failing((text) => '$set' in (objectOf(text) ?? {})),
  },
  {
    name: 'long notes are cut',
    operation: 'updateApplication',
    rule: 'updates.texts',
    hook: patched((updated) => ({ ...updated, notes: String(updated.notes).slice(0, 4000) })),
  },
  {
    name: 'characters outside Latin-1 are lost',
    operation: 'updateApplication',
    rule: 'updates.texts',
    hook: patched((updated) => ({ ...updated, notes: String(updated.notes).replace(/[^\0-\u00ff]/gu, '?') })),
  },
  {
    name: 'markup is escaped before it is stored',
    operation: 'updateApplication',
    rule: 'updates.texts',
    hook: patched((updated) => ({ ...updated, description: String(updated.description).replaceAll('<', '&lt;') })),
  },
  {
    name: 'a quote is a 500',
    operation: 'updateApplication',
    rule: 'updates.texts',
    hook: failing((text) => /'/.test(String(objectOf(text)?.notes))),
  },
  {
    name: 'an update of an unknown id is answered with a record',
    operation: 'updateUser',
    rule: 'updates.unknown-id',
    hook: (steps) => ({
      find: (kind, id, context) => {
        try {
          return steps.find(kind, id, context);
        } catch {
          return { ...records(context)[0], id } as never;
        }
      },
      save: (record, context) => {
        if (context.tenant.users.get(String(record.id)) !== undefined) steps.save(record, context);
      },
    }),
  },
  {
    name: 'an update of an unknown id is a 500',
    operation: 'updateApplication',
    rule: 'updates.unknown-id',
    hook: refusal((given) => (given.status === 404 ? { ...given, status: 500 } : given)),
  },
  {
    name: 'an update of an unknown id is stored in another record',
    operation: 'updateUser',
    rule: 'updates.unknown-id',
    hook: (steps) => ({
      find: (kind, id, context) => {
        try {
          return steps.find(kind, id, context);
        } catch {
          return records(context)[0] as never;
        }
      },
    }),
  },
  {
    name: 'an update of an unknown id is a 400',
    operation: 'updateUser',
    rule: 'updates.unknown-id-404',
    hook: refusal((given) =>
      given.status === 404 ? { ...given, status: 400, body: { error: { code: 400, message: 'no' } } } : given,
    ),
  },
  {
    name: 'an update of an id that is no UUID is a 500',
    operation: 'updateApplication',
    rule: 'errors.writes-malformed-id',
    hook: (steps) => ({
      readId: (parameter, context) => {
        if (context.params[parameter] === 'not-a-uuid') throw new Error('unexpected');
        return steps.readId(parameter, context);
      },
    }),
  },
  {
    name: 'the list shows a record as it was before the first update',
    operation: 'getUsers',
    seenFrom: 'updateUser',
    rule: 'updates.listed',
    hook: (steps) => {
      let first: readonly Row[] | undefined;
      return {
        collect: (context) => {
          first ??= [...steps.collect(context)];
          return first;
        },
      };
    },
  },
  {
    name: 'an update needs no credential',
    operation: 'updateUser',
    rule: 'authorization.writes',
    hook: unauthorized('success'),
  },
  {
    name: 'an update without a credential is refused and stored all the same',
    operation: 'updateApplication',
    rule: 'authorization.writes',
    hook: unauthorized('refusal'),
  },
  {
    name: 'a wrong credential is enough for an update',
    operation: 'updateUser',
    rule: 'authorization.writes',
    hook: (steps) => ({
      authorize: (context) => {
        if (!/^Bearer \S/.test(String(context.headers.authorization ?? ''))) steps.authorize(context);
      },
    }),
  },
  {
    name: 'an update without a credential is refused with 403',
    operation: 'updateUser',
    rule: 'authorization.writes-status',
    hook: (steps) => ({
      authorize: (context) => {
        try {
          steps.authorize(context);
        } catch {
          throw new Refusal(403, 'no');
        }
      },
    }),
  },
  {
    name: 'a 400 has no error body',
    operation: 'updateApplication',
    rule: 'errors.writes-body-400',
    hook: refusal((given) => (given.status === 400 ? { ...given, body: { message: 'no' } } : given)),
  },
  {
    name: 'a 404 has the code of another status',
    operation: 'updateUser',
    rule: 'errors.writes-body-other',
    hook: refusal((given) =>
      given.status === 404 ? { ...given, body: { error: { code: 400, message: 'no' } } } : given,
    ),
  },
  {
    name: 'the third update of a record in a row is lost',
    operation: 'updateUser',
    rule: 'writes.sequences',
    also: ['updates.effect', 'updates.listed', 'updates.idempotent', 'updates.other-fields', 'bulk.with-update'],
    hook: (steps) => {
      const counts = new Map<unknown, number>();
      return {
        save: (record, context) => {
          const count = (counts.get(record.id) ?? 0) + 1;
          counts.set(record.id, count);
          if (count % 3 !== 0) steps.save(record, context);
        },
      };
    },
  },
];

const withTask = (change: (task: { -readonly [Key in 'ids' | 'failed' | 'flags']: unknown }) => object): Hook => {
  return (steps) => ({
    startTask: (request, selection, context) => {
      const made = change({ ids: selection.ids, failed: selection.unknown, flags: request.body }) as {
        ids: string[];
        failed: string[];
        flags: Row;
      };
      return steps.startTask({ ...request, body: made.flags }, { ids: made.ids, unknown: made.failed }, context);
    },
  });
};

/** A task writes back the records as they were when it started, with its flags. */
const stale: Hook = (steps) => {
  const kept = new Map<string, readonly Row[]>();
  return {
    startTask: (request, selection, context) => {
      const task = steps.startTask(request, selection, context);
      kept.set(
        task.id,
        records(context).filter(({ id }) => task.ids.includes(String(id))),
      );
      return task;
    },
    completeTask: (task, context) => {
      for (const record of kept.get(task.id) ?? []) {
        steps.save(steps.applyFlags(record, task.flags, context), context);
      }
      task.status = 'Complete';
    },
  };
};

const bulk = (text: string | undefined): Row => objectOf(text ?? '') ?? {};

const bulkOf: readonly Mutant[] = [
  {
    name: 'a bulk update is answered with 200',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.accepted',
    hook: answer((given) => ({ ...given, status: 200 })),
  },
  {
    name: 'a bulk update is a 500',
    operation: 'bulkUpdateApplications',
    rule: 'bulk.accepted',
    hook: refusing(500),
  },
  {
    name: 'a bulk update is not taken as application/json',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.accepted',
    also: ['errors.writes-body-other'],
    hook: refusing(415),
  },
  {
    name: 'a reference has no id',
    operation: 'bulkUpdateApplications',
    rule: 'bulk.accepted',
    also: ['bulk.task-link'],
    hook: body(({ _links }) => ({ _links })),
  },
  {
    name: 'the id of a reference is a number',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.accepted',
    also: ['bulk.task-link'],
    hook: body((given) => ({ ...given, id: 7 })),
  },
  {
    name: 'a reference has no link',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.task-link',
    hook: body(({ id }) => ({ id })),
  },
  {
    name: 'the link of a reference has the rel task',
    operation: 'bulkUpdateApplications',
    rule: 'bulk.task-link',
    hook: (steps) => ({
      referenceLinks: (task, context) => steps.referenceLinks(task, context).map((link) => ({ ...link, rel: 'task' })),
    }),
  },
  {
    name: 'the link of a reference has the method POST',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.task-link',
    hook: (steps) => ({
      referenceLinks: (task, context) =>
        steps.referenceLinks(task, context).map((link) => ({ ...link, method: 'POST' })),
    }),
  },
  {
    name: 'the link of a reference leads to another task',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.task-link',
    hook: (steps) => ({
      referenceLinks: (task, context) =>
        steps.referenceLinks(task, context).map((link) => ({
          ...link,
          href: link.href?.replace(task.id, '3a541836-17ed-4da2-8dee-0b7a1bf39e2d') ?? '',
        })),
    }),
  },
  {
    name: 'the links of a reference are an array',
    operation: 'bulkUpdateApplications',
    rule: 'bulk.task-link',
    hook: body((given) => ({ ...given, _links: Object.values(given._links as object) })),
  },
  {
    name: 'a bulk update reaches all users',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.other-records',
    also: [
      'updates.other-records',
      'bulk.concurrent',
      'bulk.filter',
      'bulk.repeated-ids',
      'writes.sequences',
      'bulk.with-update',
      'bulk.hostile-bodies',
      'updates.effect',
      'updates.idempotent',
      'updates.other-fields',
      'updates.required-members',
      'updates.member-types',
      'tasks.summary',
      'bulk.required-members',
      'bulk.other-flags',
      'bulk.effect',
      'bulk.other-records',
      'authorization.writes',
    ],
    hook: (steps) => ({
      select: (request, context) => {
        const selection = steps.select(request, context);
        return { ...selection, ids: records(context).map(({ id }) => String(id)) };
      },
    }),
  },
  {
    name: 'a bulk update leaves out the last id',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.effect',
    also: [
      'tasks.summary',
      'writes.sequences',
      'bulk.concurrent',
      'bulk.filter',
      'bulk.repeated-ids',
      'bulk.with-update',
      'bulk.scope-all',
    ],
    hook: withTask((task) => ({ ...task, ids: (task.ids as string[]).slice(0, -1) })),
  },
  {
    name: 'a bulk update reaches one record more',
    operation: 'bulkUpdateApplications',
    rule: 'bulk.other-records',
    also: [
      'updates.other-records',
      'bulk.filter',
      'bulk.repeated-ids',
      'bulk.concurrent',
      'bulk.with-update',
      'bulk.hostile-bodies',
      'bulk.required-members',
    ],
    hook: (steps) => ({
      startTask: (request, selection, context) => {
        const last = records(context).find(({ id }) => id === selection.ids.at(-1));
        const more = last === undefined ? [] : [String(neighbourOf(last, context).id)];
        return steps.startTask(request, { ...selection, ids: [...selection.ids, ...more] }, context);
      },
    }),
  },
  {
    name: 'review sets isQualified',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.effect',
    also: [
      'bulk.other-flags',
      'writes.sequences',
      'bulk.concurrent',
      'bulk.with-update',
      'bulk.filter',
      'bulk.repeated-ids',
      'bulk.scope-all',
      'bulk.hostile-bodies',
      'bulk.required-members',
      'tasks.summary',
    ],
    hook: withTask((task) => {
      const { review, ...rest } = task.flags as Row;
      return { ...task, flags: { ...rest, ...(review !== undefined && { qualified: review }) } };
    }),
  },
  {
    name: 'approved is not applied',
    operation: 'bulkUpdateApplications',
    rule: 'bulk.effect',
    also: [
      'writes.sequences',
      'bulk.concurrent',
      'bulk.with-update',
      'bulk.filter',
      'bulk.repeated-ids',
      'bulk.scope-all',
      'bulk.other-flags',
      'bulk.hostile-bodies',
      'bulk.required-members',
    ],
    hook: withTask((task) => {
      const { approved: _approved, ...rest } = task.flags as Row;
      return { ...task, flags: rest };
    }),
  },
  {
    name: 'approved means not sanctioned',
    operation: 'bulkUpdateApplications',
    rule: 'bulk.effect',
    also: [
      'writes.sequences',
      'bulk.concurrent',
      'bulk.with-update',
      'bulk.filter',
      'bulk.repeated-ids',
      'bulk.scope-all',
      'bulk.other-flags',
      'bulk.hostile-bodies',
      'bulk.required-members',
    ],
    hook: withTask((task) => {
      const { approved, ...rest } = task.flags as Row;
      return { ...task, flags: { ...rest, ...(approved !== undefined && { approved: !approved }) } };
    }),
  },
  {
    name: 'a flag can be set in bulk and not taken back',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.effect',
    also: [
      'writes.sequences',
      'bulk.concurrent',
      'bulk.with-update',
      'bulk.filter',
      'bulk.repeated-ids',
      'bulk.scope-all',
      'bulk.other-flags',
      'bulk.required-members',
      'bulk.hostile-bodies',
    ],
    hook: (steps) => ({
      applyFlags: (record, flags, context) => {
        const made = steps.applyFlags(record, flags, context);
        return { ...made, isOnline: made.isOnline || record.isOnline };
      },
    }),
  },
  {
    name: 'a flag that is not named is reset',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.other-flags',
    also: [
      'writes.sequences',
      'bulk.concurrent',
      'bulk.with-update',
      'bulk.repeated-ids',
      'bulk.filter',
      'bulk.unknown-ids',
    ],
    hook: withTask((task) => ({
      ...task,
      flags: { onlineOnly: false, review: false, qualified: false, ...(task.flags as Row) },
    })),
  },
  {
    name: 'a bulk update empties the notes',
    operation: 'bulkUpdateApplications',
    rule: 'bulk.other-flags',
    also: ['bulk.with-update', 'bulk.concurrent'],
    hook: (steps) => ({
      applyFlags: (record, flags, context) => ({ ...steps.applyFlags(record, flags, context), notes: '', vendor: '' }),
    }),
  },
  {
    name: 'a bulk update without a scope is accepted',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.required-members',
    hook: taking((text) => {
      const { scope, ...rest } = bulk(text);
      return scope === undefined && 'body' in rest && 'ids' in rest ? { ...rest, scope: 'Only' } : undefined;
    }),
  },
  {
    name: 'a bulk update without a body is accepted',
    operation: 'bulkUpdateApplications',
    rule: 'bulk.required-members',
    hook: taking((text) => {
      const given = bulk(text);
      return 'scope' in given && !('body' in given) ? { ...given, body: {} } : undefined;
    }),
  },
  {
    name: 'a bulk update without a body is a 500',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.required-members',
    hook: failing((text) => 'scope' in bulk(text) && !('body' in bulk(text))),
  },
  {
    name: 'a bulk update without a scope is refused and carried out',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.required-members',
    hook: (steps) => ({
      readBody: (context) => {
        const { scope, ids, body: flags } = bulk(context.body);
        if (scope === undefined && Array.isArray(ids)) {
          for (const record of records(context).filter(({ id }) => ids.includes(id))) {
            steps.save(steps.applyFlags(record, flags as Row, context), context);
          }
        }
        return steps.readBody(context);
      },
    }),
  },
  {
    name: 'no ids are taken for all',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.hostile-bodies',
    also: [
      'updates.other-records',
      'bulk.other-records',
      'bulk.effect',
      'bulk.other-flags',
      'bulk.required-members',
      'bulk.repeated-ids',
      'bulk.concurrent',
      'authorization.writes',
    ],
    hook: (steps) => ({
      select: (request, context) =>
        request.ids?.length === 0
          ? { ids: records(context).map(({ id }) => String(id)), unknown: [] }
          : steps.select(request, context),
    }),
  },
  {
    name: 'a scope that does not exist is a 500',
    operation: 'bulkUpdateApplications',
    rule: 'bulk.hostile-bodies',
    hook: refusal((given) =>
      /scope must be one of/.test(JSON.stringify(given.body)) ? { ...given, status: 500 } : given,
    ),
  },
  {
    name: 'ids that are no list are a 500',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.hostile-bodies',
    hook: failing((text) => typeof bulk(text).ids === 'string'),
  },
  {
    name: 'a text is taken for a flag in bulk',
    operation: 'bulkUpdateApplications',
    rule: 'bulk.hostile-bodies',
    hook: taking((text) => {
      const given = bulk(text);
      const flags = (given.body ?? {}) as Row;
      return flags.approved === 'true' ? { ...given, body: { ...flags, approved: true } } : undefined;
    }),
  },
  {
    name: 'an id that is given twice is a 500',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.repeated-ids',
    hook: failing((text) => {
      const ids = bulk(text).ids;
      return Array.isArray(ids) && new Set(ids).size < ids.length;
    }),
  },
  {
    name: 'an id that is given twice is left out',
    operation: 'bulkUpdateApplications',
    rule: 'bulk.repeated-ids',
    hook: (steps) => ({
      select: (request, context) => {
        const ids = request.ids?.filter((id) => request.ids?.filter((other) => other === id).length === 1);
        return steps.select({ ...request, ...(ids !== undefined && { ids }) }, context);
      },
    }),
  },
  {
    name: 'the filter of a bulk update is not looked at',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.filter',
    hook: (steps) => ({
      select: ({ filter: _filter, ...request }, context) => steps.select(request, context),
    }),
  },
  {
    name: 'the scope All leaves every second record out',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.scope-all',
    hook: (steps) => ({
      select: (request, context) => {
        const selection = steps.select(request, context);
        if (request.scope !== 'All') return selection;
        return { ...selection, ids: selection.ids.filter((_id, index) => index % 2 === 0) };
      },
    }),
  },
  {
    name: 'an update while a task runs is lost',
    operation: 'bulkUpdateUsers',
    rule: 'bulk.with-update',
    seenFrom: 'updateUser',
    also: ['bulk.concurrent'],
    hook: stale,
  },
  {
    name: 'a bulk update while another runs is lost',
    operation: 'bulkUpdateApplications',
    rule: 'bulk.concurrent',
    also: ['bulk.with-update'],
    hook: stale,
  },
  {
    name: 'a bulk update needs no credential',
    operation: 'bulkUpdateUsers',
    rule: 'authorization.writes',
    hook: unauthorized('success'),
  },
  {
    name: 'a bulk update without a credential is refused and carried out',
    operation: 'bulkUpdateApplications',
    rule: 'authorization.writes',
    hook: unauthorized('refusal'),
  },
  {
    name: 'a 400 of a bulk update has no message',
    operation: 'bulkUpdateUsers',
    rule: 'errors.writes-body-400',
    hook: refusal((given) => (given.status === 400 ? { ...given, body: { error: { code: 400 } } } : given)),
  },
];

const task = (change: (given: Row, context: Context) => Row): Hook => body((given, context) => change(given, context));

const tasksOf: readonly Mutant[] = [
  {
    name: 'a task never completes',
    operation: 'getUsersTask',
    seenFrom: 'bulkUpdateUsers',
    rule: 'tasks.completes',
    hook: task((given) => ({ ...given, status: 'Running' })),
  },
  {
    name: 'a task fails',
    operation: 'getApplicationsTask',
    seenFrom: 'bulkUpdateApplications',
    rule: 'tasks.completes',
    hook: task((given) => ({ ...given, status: given.status === 'Complete' ? 'Failed' : given.status })),
  },
  {
    name: 'a task comes back from Complete',
    operation: 'getUsersTask',
    seenFrom: 'bulkUpdateUsers',
    rule: 'tasks.completes',
    hook: (steps) => {
      const seen = new Map<unknown, number>();
      return {
        taskRecord: (given, context) => {
          const made = steps.taskRecord(given, context);
          if (made.status !== 'Complete') return made;
          seen.set(given.id, (seen.get(given.id) ?? 0) + 1);
          return { ...made, status: (seen.get(given.id) ?? 0) > 1 ? 'Running' : 'Complete' };
        },
      };
    },
  },
  {
    name: 'the word is complete in small letters',
    operation: 'getApplicationsTask',
    seenFrom: 'bulkUpdateApplications',
    rule: 'tasks.completes',
    hook: task((given) => ({ ...given, status: String(given.status).toLowerCase() })),
  },
  {
    name: 'another task is answered',
    operation: 'getUsersTask',
    seenFrom: 'bulkUpdateUsers',
    rule: 'tasks.answered',
    hook: task((given) => ({ ...given, id: '3a541836-17ed-4da2-8dee-0b7a1bf39e2d' })),
  },
  {
    name: 'a task is not found',
    operation: 'getApplicationsTask',
    seenFrom: 'bulkUpdateApplications',
    rule: 'tasks.answered',
    also: ['answers.success-status'],
    hook: () => ({
      perform: () => {
        throw new Refusal(404, 'There is no task with this id');
      },
    }),
  },
  {
    name: 'the link of a task has the rel self',
    operation: 'getUsersTask',
    seenFrom: 'bulkUpdateUsers',
    rule: 'tasks.summary-link',
    hook: (steps) => ({
      taskLinks: (given, context) => steps.taskLinks(given, context).map((link) => ({ ...link, rel: 'self' })),
    }),
  },
  {
    name: 'the link of a task of applications has a rel of its own',
    operation: 'getApplicationsTask',
    seenFrom: 'bulkUpdateApplications',
    rule: 'tasks.summary-link',
    hook: (steps) => ({
      taskLinks: (given, context) =>
        steps.taskLinks(given, context).map((link) => ({ ...link, rel: 'bulk-update-applications' })),
    }),
  },
  {
    name: 'the link of a task has the method POST',
    operation: 'getApplicationsTask',
    seenFrom: 'bulkUpdateApplications',
    rule: 'tasks.summary-link',
    hook: (steps) => ({
      taskLinks: (given, context) => steps.taskLinks(given, context).map((link) => ({ ...link, method: 'POST' })),
    }),
  },
  {
    name: 'a task has no link',
    operation: 'getUsersTask',
    seenFrom: 'bulkUpdateUsers',
    rule: 'tasks.summary-link',
    hook: task(({ _links, ...rest }) => rest),
  },
  {
    name: 'the link of a task leads nowhere',
    operation: 'getUsersTask',
    seenFrom: 'bulkUpdateUsers',
    rule: 'tasks.summary-link',
    also: ['tasks.summary'],
    hook: (steps) => ({
      taskLinks: (given, context) =>
        steps.taskLinks(given, context).map((link) => ({ ...link, href: 'api/saas/consolidated-view/v1/nowhere' })),
    }),
  },
  {
    name: 'the summary counts one too many',
    operation: 'getBulkUpdateUsersSummary',
    seenFrom: 'bulkUpdateUsers',
    rule: 'tasks.summary',
    hook: body((given) => ({ ...given, successCount: Number(given.successCount) + 1 })),
  },
  {
    name: 'the summary counts one too few',
    operation: 'getBulkUpdateUsersSummary',
    seenFrom: 'bulkUpdateUsers',
    rule: 'tasks.summary',
    hook: body((given) => ({ ...given, successCount: Number(given.successCount) - 1 })),
  },
  {
    name: 'the summary counts nothing',
    operation: 'getBulkUpdateUsersSummary',
    seenFrom: 'bulkUpdateUsers',
    rule: 'tasks.summary',
    hook: body((given) => ({ ...given, successCount: 0, failedCount: 0, failed: {} })),
  },
  {
    name: 'the summary lists a failed id and counts none',
    operation: 'getBulkUpdateUsersSummary',
    seenFrom: 'bulkUpdateUsers',
    rule: 'tasks.summary',
    hook: body((given) => ({ ...given, failedCount: 0 })),
  },
  {
    name: 'the failed ids of the summary are an array',
    operation: 'getBulkUpdateUsersSummary',
    seenFrom: 'bulkUpdateUsers',
    rule: 'tasks.summary',
    also: ['records.containers'],
    hook: body((given) => ({ ...given, failed: Object.values(given.failed as object) })),
  },
  {
    name: 'the keys of the failed ids begin at one',
    operation: 'getBulkUpdateUsersSummary',
    seenFrom: 'bulkUpdateUsers',
    rule: 'tasks.summary',
    also: ['records.index-keys'],
    hook: body((given) => ({
      ...given,
      failed: Object.fromEntries(Object.values(given.failed as object).map((id, index) => [String(index + 1), id])),
    })),
  },
  {
    name: 'the summary lists another id as failed',
    operation: 'getBulkUpdateUsersSummary',
    seenFrom: 'bulkUpdateUsers',
    rule: 'tasks.summary',
    hook: body((given) => ({
      ...given,
      failed: Object.fromEntries(
        Object.keys(given.failed as object).map((key) => [key, '3a541836-17ed-4da2-8dee-0b7a1bf39e2d']),
      ),
    })),
  },
];

const readsOf: readonly Mutant[] = [
  {
    name: 'the status of a task is a number',
    operation: 'getUsersTask',
    rule: 'records.types',
    also: ['tasks.completes'],
    hook: task((given) => ({ ...given, name: 7 })),
  },
  {
    name: 'a task is read without a credential',
    operation: 'getApplicationsTask',
    rule: 'authorization.required',
    hook: () => ({ authorize: () => undefined }),
  },
  {
    name: 'an unknown task is answered',
    // Where the two Get task operations share a path, an unknown id is asked of the first one.
    operation: 'getApplicationsTask',
    rule: 'errors.unknown-id',
    also: ['errors.malformed-id', 'errors.unknown-id-404'],
    hook: (steps) => ({
      perform: (context) => {
        try {
          return steps.perform(context);
        } catch {
          return { status: 200, body: { id: context.params.id, status: 'Complete', _links: {} } };
        }
      },
    }),
  },
  {
    name: 'the links of a task are an array',
    operation: 'getApplicationsTask',
    seenFrom: 'bulkUpdateApplications',
    rule: 'tasks.summary-link',
    hook: task((given) => ({ ...given, _links: Object.values(given._links as object) })),
  },
  {
    name: 'a count of the summary is a text',
    operation: 'getBulkUpdateUsersSummary',
    rule: 'records.types',
    also: ['tasks.summary'],
    hook: body((given) => ({ ...given, successCount: String(given.successCount) })),
  },
  {
    name: 'a summary is answered with 201',
    operation: 'getBulkUpdateUsersSummary',
    rule: 'answers.success-status',
    also: ['tasks.summary', 'tasks.summary-link', 'answers.json', 'answers.media-type'],
    hook: answer((given) => ({ ...given, status: 201 })),
  },
];

type Seats = Context['tenant']['assignmentsOfSubscriptions'][number];

/** Takes seats away behind the back of the reference's own rules. */
function take(context: Context, subscriptionId: string, gone: (seat: Seats[number], index: number) => boolean): void {
  const { tenant } = context;
  const position = tenant.subscriptions.positionOf(subscriptionId) ?? 0;
  const seats = tenant.assignmentsOfSubscriptions[position] ?? [];
  tenant.assignmentsOfSubscriptions[position] = seats.filter((seat, index) => !gone(seat, index));
}

/** What a deletion of the users with such ids does in place of what it should. */
const removing =
  (change: (ids: readonly string[], subscriptionId: string, context: Context, remove: () => void) => void): Hook =>
  (steps) => ({
    removeUsers: (subscription, ids, context) =>
      change(ids, subscription.id, context, () => steps.removeUsers(subscription, ids, context)),
  });

const deletionOf: readonly Mutant[] = [
  {
    name: 'a deletion removes nobody',
    operation: 'deleteSubscriptionUsers',
    rule: 'deletion.effect',
    hook: removing(() => undefined),
  },
  {
    name: 'a deletion removes the first of several alone',
    operation: 'deleteSubscriptionUsers',
    rule: 'deletion.effect',
    hook: (steps) => ({
      removeUsers: (subscription, ids, context) => steps.removeUsers(subscription, ids.slice(0, 1), context),
    }),
  },
  {
    name: 'a deletion removes a neighbour too',
    operation: 'deleteSubscriptionUsers',
    rule: 'deletion.effect',
    hook: removing((ids, subscription, context, remove) => {
      const user = context.tenant.users.positionOf(ids[0] ?? '');
      const seats =
        context.tenant.assignmentsOfSubscriptions[context.tenant.subscriptions.positionOf(subscription) ?? 0];
      const next = seats?.[(seats.findIndex((seat) => seat.user === user) + 1) % seats.length];
      remove();
      take(context, subscription, (seat) => seat.user === next?.user);
    }),
  },
  {
    name: 'a deletion removes everybody',
    operation: 'deleteSubscriptionUsers',
    rule: 'deletion.effect',
    hook: removing((_ids, subscription, context, remove) => {
      remove();
      take(context, subscription, () => true);
    }),
  },
  {
    name: 'a deletion of several is a 500',
    operation: 'deleteSubscriptionUsers',
    rule: 'deletion.effect',
    hook: removing((ids, _subscription, _context, remove) => {
      if (ids.length > 1) throw new Error('unexpected');
      remove();
    }),
  },
  {
    name: 'a deletion is refused',
    operation: 'deleteSubscriptionUsers',
    rule: 'deletion.effect',
    hook: removing(() => {
      throw new Refusal(400, 'no');
    }),
  },
  {
    name: 'a deletion removes the users themselves',
    operation: 'deleteSubscriptionUsers',
    rule: 'deletion.users-remain',
    hook: removing((ids, _subscription, { tenant }, remove) => {
      remove();
      const get = tenant.users.get.bind(tenant.users);
      Object.assign(tenant.users, { get: (id: string) => (ids.includes(id) ? undefined : get(id)) });
    }),
  },
  {
    name: 'an unknown user is answered with 204 and somebody else is removed',
    operation: 'deleteSubscriptionUsers',
    rule: 'deletion.unknown-user',
    hook: removing((ids, subscription, context, remove) => {
      if (ids.some((id) => context.tenant.users.get(id) !== undefined)) remove();
      else take(context, subscription, (_seat, index) => index === 0);
    }),
  },
  {
    name: 'an unknown user removes everybody',
    operation: 'deleteSubscriptionUsers',
    rule: 'deletion.unknown-user',
    also: ['deletion.effect'],
    hook: removing((ids, subscription, context, remove) => {
      if (ids.some((id) => context.tenant.users.get(id) !== undefined)) remove();
      else take(context, subscription, () => true);
    }),
  },
  {
    name: 'a user who is already removed takes another one along',
    operation: 'deleteSubscriptionUsers',
    rule: 'deletion.unknown-user',
    hook: (steps) => ({
      removeUsers: (subscription, ids, context) => {
        try {
          steps.removeUsers(subscription, ids, context);
        } catch (error) {
          if (ids.some((id) => context.tenant.users.get(id) === undefined)) throw error;
          take(context, subscription.id, (_seat, index) => index === 0);
        }
      },
    }),
  },
  {
    name: 'a deletion from an unknown subscription is answered with 204',
    operation: 'deleteSubscriptionUsers',
    rule: 'deletion.unknown-subscription',
    hook: (steps) => ({
      find: (kind, id, context) => {
        try {
          return steps.find(kind, id, context);
        } catch {
          return { id, insightRules: [] } as never;
        }
      },
      removeUsers: (subscription, ids, context) => {
        if (context.tenant.subscriptions.get(subscription.id) !== undefined)
          steps.removeUsers(subscription, ids, context);
      },
    }),
  },
  {
    name: 'a deletion from an unknown subscription is refused and removes the user wherever there is one',
    operation: 'deleteSubscriptionUsers',
    rule: 'deletion.unknown-subscription',
    also: ['deletion.effect'],
    hook: (steps) => ({
      find: (kind, id, context) => {
        try {
          return steps.find(kind, id, context);
        } catch (error) {
          const users = new Set(steps.readUserIds(context).map((user) => context.tenant.users.positionOf(user)));
          for (const subscription of context.tenant.subscriptions.records) {
            take(context, subscription.id, (seat) => users.has(seat.user));
          }
          throw error;
        }
      },
    }),
  },
  {
    name: 'a deletion needs no credential',
    operation: 'deleteSubscriptionUsers',
    rule: 'authorization.writes',
    also: ['deletion.effect'],
    hook: unauthorized('success'),
  },
  {
    name: 'a deletion without a credential is refused and carried out',
    operation: 'deleteSubscriptionUsers',
    rule: 'authorization.writes',
    also: ['deletion.effect'],
    hook: unauthorized('refusal'),
  },
];

/** References whose writes are broken in one way each. */
export const writeMutants: readonly Mutant[] = [...updatesOf, ...bulkOf, ...tasksOf, ...readsOf, ...deletionOf];
