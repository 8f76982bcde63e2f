import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { TaskEnd } from '../../../../engine/writes/task-end.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isBulkUpdate } from '../../applies.js';
import { linkPaths } from '../../link-paths.js';
import { sameValue } from '../../same-value.js';
import { recordOf } from '../compare.js';
import { followUntil, isSummary, type Link, linksOf, pathOf } from '../links.js';
import { readBy } from '../read-by.js';
import { accepted } from './accepted.js';
import { allFlags, order } from './order.js';
import { readSummary } from './read-summary.js';

/** The path that the hrefs of the document begin with. */
const PREFIX = 'api/saas/consolidated-view/v1';

/** Whether the path of a link is documented, alone or below the path of a gateway, and does not leave the target. */
function hasForm({ target }: WriteContext, link: Link, documented: string): boolean {
  const isHere = linkPaths(target, String(link.href)).length > 0;
  return isHere && `/${pathOf(link)}`.endsWith(`/${documented.toLowerCase()}`);
}

export const taskLinkForm: WriteRule = {
  id: 'bulk.task-link-form',
  clause: 'bulk.task-link-form',
  needs: [],
  records: 1,
  appliesTo: isBulkUpdate,
  async write(context) {
    const { answer } = await accepted(context);
    const reference = recordOf(answer);
    const [link] = linksOf(reference ?? {}, context.target.wireForm)?.filter(({ rel }) => rel === 'self') ?? [];
    if (link === undefined) return context.inconclusive('the task reference has no such link (see bulk.task-link)');
    const form = `${PREFIX}/tasks/${String(reference?.id)}`;
    if (hasForm(context, link, form) || (await leadsToTask(context, String(link.href), String(reference?.id)))) return;
    const message = `the href of the task reference is ${JSON.stringify(link.href)} and does not lead to the task`;
    context.report(answer, { at: '/_links/*/href', expected: form, actual: String(link.href), message });
  },
};

/** Whether a link can be followed to the task: a deployment may have other paths than the document. */
async function leadsToTask(context: WriteContext, href: string, id: string): Promise<boolean> {
  const isTask = (answer: Answer) => {
    const task = answer.status === 200 ? recordOf(answer) : null;
    return task !== null && sameValue('id', task.id, id);
  };
  return (await followUntil(context, href, isTask)).some(isTask);
}

export const resultLinkForm: WriteRule = {
  id: 'tasks.link-form',
  clause: 'tasks.link-form',
  needs: [],
  records: 1,
  appliesTo: isBulkUpdate,
  async write(context) {
    const { answer, end } = await order(context, { ids: [context.record.id], flags: allFlags(context, true) });
    const links = linksOf(end.last.task ?? {}, context.target.wireForm) ?? [];
    const [link] = links.filter(({ rel }) => rel === 'bulk-update-users');
    if (link === undefined) return context.inconclusive('the task has no such link (see tasks.summary-link)');
    const references = linksOf(recordOf(answer) ?? {}, context.target.wireForm) ?? [];
    const form = `${context.operation.area}/bulk-update/${end.id}`;
    if (hasForm(context, link, form) && !isElsewhere(link, form, references, end.id)) return;
    // Where an operation reads the result, a deployment may have another path for it.
    if (context.operation.area === 'users' && (await leadsToSummary(context, link, end))) return;
    const message = `the href of the link of the task is ${JSON.stringify(link.href)}`;
    const expected = `an href that ends in ${form}`;
    context.report(end.last.answer, { at: '/_links/*/href', expected, actual: String(link.href), message });
  },
};

/**
 * Whether a link that ends in a form has another path before that than the link of the task reference has before `tasks`, and
 * not that of the document: a gateway may add something before both.
 */
function isElsewhere(link: Link, form: string, references: readonly Link[], id: string): boolean {
  const before = (path: string, end: string) => (path.endsWith(end) ? path.slice(0, -end.length) : null);
  const own = before(`/${pathOf(link)}`, `/${form.toLowerCase()}`);
  const others = references.flatMap((one) => before(`/${pathOf(one)}`, `/tasks/${id.toLowerCase()}`) ?? []);
  if (own === null || others.length === 0 || own.endsWith(`/${PREFIX}`)) return false;
  return !others.some((other) => own.endsWith(other) || (own !== '' && other.endsWith(own)));
}

/** Whether a link leads to the summary of a task: by the id of the task, or by one that is no task's where only that has a summary. */
async function leadsToSummary(context: WriteContext, link: Link, end: TaskEnd): Promise<boolean> {
  if (!pathOf(link).endsWith(end.id.toLowerCase())) {
    const { answer, id } = await readSummary(context, end);
    if (id === end.id || !isSummary(answer)) return false;
    return (await readBy(context, context.kind.bulk.task, id)).status !== 200;
  }
  return (await followUntil(context, String(link.href), isSummary)).some(isSummary);
}
