import type { Context } from '../../behaviour.js';
import { where } from '../../hooks.js';
import type { Row } from '../../model.js';
import { family } from '../variant.js';
import { isBulkUpdate, objectOf, refuse400 } from './bodies.js';

const flagsOf = ({ body }: Context): Row => (objectOf(body)?.body ?? {}) as Row;

const otherScope = where(isBulkUpdate, (steps) => ({
  select: (request, context) => {
    if (request.scope === 'Only') refuse400('scope must be Selected or All');
    return steps.select({ ...request, scope: request.scope === 'Selected' ? 'Only' : request.scope }, context);
  },
}));

/** What a bulk update accepts, and what it makes of ids, scopes and filters. */
export const bulkUpdates = family(
  'bulk-updates',
  [
    {
      title: 'a bulk update with an unknown id is refused',
      chooses: ['bulk.unknown-ids'],
      hooks: [
        where(isBulkUpdate, (steps) => ({
          select: (request, context) => {
            const selection = steps.select(request, context);
            return selection.unknown.length > 0 ? refuse400('an id is unknown') : selection;
          },
        })),
      ],
    },
    {
      title: 'a bulk update ignores unknown ids',
      chooses: ['bulk.unknown-ids'],
      hooks: [
        where(isBulkUpdate, (steps) => ({
          select: (request, context) => ({ ...steps.select(request, context), unknown: [] }),
        })),
      ],
    },
    {
      title: 'a bulk update that equals one of the last second is taken for the same one',
      chooses: ['bulk.hostile-bodies'],
      hooks: [
        where(isBulkUpdate, (steps) => {
          const last = new Map<string, number>();
          return {
            select: (request, context) => {
              const selection = steps.select(request, context);
              const body = context.body ?? '';
              const isSame = Date.now() - (last.get(body) ?? 0) < 1000;
              if (!isSame) last.set(body, Date.now());
              return isSame ? { ...selection, ids: [] } : selection;
            },
          };
        }),
      ],
    },
    {
      title: 'a bulk update without ids, or with an id given twice, is refused',
      chooses: ['bulk.hostile-bodies', 'bulk.repeated-ids'],
      hooks: [
        where(isBulkUpdate, (steps) => ({
          select: (request, context) => {
            const { ids = [] } = request;
            if (ids.length === 0 && request.scope !== 'All') refuse400('no ids');
            if (new Set(ids).size < ids.length) refuse400('an id is given twice');
            return steps.select(request, context);
          },
        })),
      ],
    },
    {
      title: 'a bulk update requires all flags',
      chooses: ['bulk.scopes'],
      hooks: [
        where(isBulkUpdate, (steps) => ({
          readBody: (context) => {
            const given = steps.readBody(context);
            const required = context.operation.area === 'users' ? 3 : 2;
            return Object.keys(flagsOf(context)).length < required ? refuse400('all flags are required') : given;
          },
        })),
      ],
    },
    {
      title: 'a bulk update refuses filters',
      chooses: ['filter.fields', 'bulk.scopes'],
      hooks: [
        where(isBulkUpdate, (steps) => ({
          select: (request, context) =>
            request.filter === undefined ? steps.select(request, context) : refuse400('filters are not supported'),
        })),
      ],
    },
    {
      title: 'a bulk update does not apply its filter, and the scope All selects nothing',
      chooses: ['bulk.scopes'],
      hooks: [
        where(isBulkUpdate, (steps) => ({
          select: ({ filter: _filter, ...request }, context) =>
            steps.select(request.scope === 'All' ? { ...request, scope: 'Nobody' } : request, context),
        })),
      ],
    },
    {
      title: 'the scope of listed ids has another name',
      chooses: ['bulk.scopes'],
      writes: { bulkScope: 'Selected' },
      hooks: [otherScope],
    },
    {
      title: 'the scope of listed ids is one that the run does not know',
      chooses: ['bulk.scopes'],
      inconclusiveWrites: ['bulkUpdateApplications', 'bulkUpdateUsers'],
      hooks: [otherScope],
    },
  ],
  'writes',
);
