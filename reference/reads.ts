import type { Context } from './behaviour.js';
import { applicationKpis } from './kpis/application.js';
import { applicationsKpis, lastActivityOfApplication } from './kpis/applications.js';
import { applicationsOverviewKpis } from './kpis/applications-overview.js';
import { momentsOfUsers, userKpis } from './kpis/users.js';
import type { Kinds, Row } from './model.js';
import { Refusal } from './refusal.js';

type Read = (context: Context) => Row;

/** The record of a kind whose id is in a path parameter. */
function byId<Kind extends keyof Kinds>(kind: Kind, parameter: string, context: Context): Kinds[Kind] {
  return context.steps.find(kind, context.steps.readId(parameter, context), context);
}

/** A record of the agreement area with its links. */
function linked(kind: 'agreement' | 'agreement type' | 'contract' | 'contract type'): Read {
  return (context) => {
    const record = byId(kind, 'id', context);
    return { ...record, _links: context.steps.recordLinks(record, context) };
  };
}

/** What follows from many records: kept until one is written, if the reference keeps anything. */
function figure<Figure>(name: string, make: () => Figure, { lists }: Context): Figure {
  return lists === null ? make() : lists.figure(name, make);
}

const readTask: Read = (context) => context.steps.taskRecord(byId('task', 'id', context), context);

/** The record that each operation with a single record reads. */
const reads: Readonly<Record<string, Read>> = {
  getApplication: (context) => byId('application', 'applicationId', context),
  getApplicationKpis: (context) => {
    const { id } = byId('application', 'applicationId', context);
    const position = context.tenant.applications.positionOf(id) ?? -1;
    return figure(`application ${position}`, () => applicationKpis(context.tenant, position), context);
  },
  getApplicationsOverviewKpis: (context) => applicationsOverviewKpis(context.tenant, context.steps.readDates(context)),
  getApplicationsKpis: (context) =>
    applicationsKpis(context.tenant, context.steps.readDates(context), (application) =>
      figure(`activity ${application}`, () => lastActivityOfApplication(context.tenant, application), context),
    ),
  getApplicationsTask: readTask,
  getUsersTask: readTask,
  getUserKpis: (context) => {
    const period = context.steps.readDates(context);
    return userKpis(
      figure(
        'moments of users',
        () => momentsOfUsers(context.tenant, (field) => context.lists?.columnOfUsers(field) ?? null),
        context,
      ),
      period,
    );
  },
  getUser: (context) => byId('user', 'userId', context),
  getBulkUpdateUsersSummary: (context) => {
    const task = byId('task', 'id', context);
    if (task.area !== 'users') throw new Refusal(404, 'There is no bulk update of users with this id');
    return context.steps.summaryRecord(task, context);
  },
  getAgreement: linked('agreement'),
  getAgreementType: linked('agreement type'),
  getContract: linked('contract'),
  getContractType: linked('contract type'),
};

/** The record of a read operation; throws a 400 or a 404 if it does not exist. */
export function read(context: Context): Row {
  const readOwn = reads[context.operation.id];
  if (readOwn === undefined) throw new Error(`${context.operation.id} is not a read of one record`);
  return readOwn(context);
}
