import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import { isEnded, taskOf } from '../../../../engine/writes/task.js';
import { waitFor } from '../../../../engine/writes/waiting.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { plural } from '../../../../numbers/plural.js';
import { isBulkUpdate } from '../../applies.js';
import { sameValue } from '../../same-value.js';
import { isSuccess, recordOf } from '../compare.js';
import { followUntil, isSummary, linksOf, reportLink } from '../links.js';
import { readBy } from '../read-by.js';
import { settledMs } from '../settled.js';
import { accepted } from './accepted.js';
import { allFlags, order, refused, send, validBody } from './order.js';

/** How long a completed task is still read at least, in milliseconds. */
const READ_ON_MS = 1000;

/** Whether a response is neither the task nor a 404, which a new task may return for a moment (see tasks.readable). */
const isNoReading = ({ status }: Answer): boolean => status !== 200 && status !== 404;

export const answered: WriteRule = {
  id: 'tasks.answered',
  clause: 'tasks.answered',
  needs: [],
  records: 1,
  appliesTo: isBulkUpdate,
  async write(context) {
    const { answer: reference, end } = await accepted(context);
    const id = taskOf(reference);
    if (id === null) return context.inconclusive('the task reference has no id (see bulk.accepted)');
    for (const { answer } of (end?.polls ?? []).filter((poll) => isNoReading(poll.answer)).slice(0, 1)) {
      const message = `a read of the task ${id} before its end returned ${answer.summary}`;
      context.report(answer, { at: 'status', expected: '200', actual: answer.summary, message });
    }
    if (context.evidence.length > 0) return;
    // How long a task can be read after its end is unspecified, and so is the status of an id that no longer exists.
    const hasEnded = end !== null && !end.late;
    const mayBeGone = ({ status }: Answer) => hasEnded && [400, 404, 410].includes(status);
    // The response for a task that is complete may differ from that for one that runs.
    const { value: answer } = await waitFor(
      () => readBy(context, context.kind.bulk.task, id),
      (read) => isNoReading(read) || mayBeGone(read) || recordOf(read)?.status === context.kind.bulk.complete,
      context.windowMs,
    );
    if (mayBeGone(answer)) return;
    if (answer.status !== 200) {
      const message = `a read of the task ${id}, just started by a bulk update, returned ${answer.summary}`;
      context.report(answer, { at: 'status', expected: '200', actual: answer.summary, message });
      return;
    }
    const task = recordOf(answer);
    // Which fields may be absent is unspecified.
    if (typeof task?.id !== 'string' || sameValue('id', task.id, id)) return;
    const message = `a request for the task ${id} returned the task ${task.id}`;
    context.report(answer, { at: '/id', expected: id, actual: task.id, message });
  },
};

export const completes: WriteRule = {
  id: 'tasks.completes',
  clause: 'tasks.completes',
  needs: [],
  records: 1,
  appliesTo: isBulkUpdate,
  async write(context) {
    const body = validBody(context);
    // A re-run also reads the task that has used up the whole time-out once more.
    const whole = context.bulk.overdue === null;
    const { answer, end } = await send(context, body, { patient: true, whole });
    if (!isSuccess(answer)) refused(context);
    if (end === null || end.last.task === null)
      return context.inconclusive('the task cannot be read (see tasks.answered)');
    const { id, last, polls, waitedMs } = end;
    if (!end.complete && end.late && !end.hadWholeTimeout) return reportOverdue(context);
    if (!end.complete) {
      if (end.late) context.bulk.overdue = { id, since: performance.now() - waitedMs };
      const status = JSON.stringify(last.status) ?? 'no status';
      const message = `the task ${id} still has the status ${status} after ${plural(polls.length, 'read')} in ${waitedMs} ms`;
      context.report(last.answer, { at: '/status', expected: 'Complete', actual: status, message });
      return;
    }
    context.bulk.takesListed = true;
    const { held: isBack } = await waitFor(
      () => readOn(context, id),
      ({ back }) => back !== null,
      Math.max(READ_ON_MS, settledMs(context)),
    );
    // A replica that is behind shows the task as it was before its end.
    const lasting = isBack
      ? await context.until(
          () => readOn(context, id),
          ({ back }) => back === null,
        )
      : null;
    if (lasting === null || lasting.held) return;
    const { answer: again, back } = lasting.value;
    const message = `the task ${id} was Complete, but a later read returned ${back}`;
    context.report(again, { at: '/status', expected: 'Complete', actual: back, message });
  },
};

/**
 * Reports the task of the first run of this check if it still runs: it used up the task time-out, so the one of the
 * re-run is not waited for long enough to show anything.
 */
async function reportOverdue(context: WriteContext): Promise<void> {
  const { overdue } = context.bulk;
  const reason = 'an earlier task had used up the task time-out, so this one was not waited for (see --task-timeout)';
  if (overdue === null) return context.inconclusive(reason);
  const { id, since } = overdue;
  const answer = await readBy(context, context.kind.bulk.task, id);
  const task = recordOf(answer);
  if (task === null || isEnded(task)) return context.inconclusive(reason);
  const status = JSON.stringify(task.status) ?? 'no status';
  const ms = Math.round(performance.now() - since);
  const message = `the task ${id} still has the status ${status} ${ms} ms after it was started`;
  context.report(answer, { at: '/status', expected: 'Complete', actual: status, message });
}

/** Re-reads a completed task, with a status that is another one; how long a task can be read is unspecified. */
async function readOn(context: WriteContext, id: string): Promise<{ answer: Answer; back: string | null }> {
  const answer = await readBy(context, context.kind.bulk.task, id);
  const task = recordOf(answer);
  const back = task === null || task.status === 'Complete' ? null : (JSON.stringify(task.status) ?? 'no status');
  return { answer, back };
}

export const states: WriteRule = {
  id: 'tasks.states',
  clause: 'tasks.states',
  needs: [],
  records: 1,
  appliesTo: isBulkUpdate,
  async write(context) {
    const { answer, end } = await send(context, validBody(context));
    if (!isSuccess(answer)) refused(context);
    if (end === null) return context.inconclusive('the task cannot be read (see tasks.answered)');
    const seen = end.polls.map(({ status }) => (typeof status === 'string' ? status : JSON.stringify(status)));
    const steps = seen.filter((status, index) => status !== seen[index - 1]);
    const { polls, waitedMs } = end;
    context.observe(
      end.last.answer,
      `a task was ${steps.join(', then ')} (${plural(polls.length, 'read')} in ${waitedMs} ms)`,
      { readings: readingsOf(steps) },
    );
  },
};

/** The observed states of a task; which of them before the last one a run sees depends on timing. */
function readingsOf(steps: readonly string[]): Record<string, string[]> {
  const before = steps.slice(0, -1);
  return {
    'the last state of a task': steps.slice(-1),
    ...(before.length > 0 && { 'a state of a task before its last': before }),
  };
}

export const resultLink: WriteRule = {
  id: 'tasks.summary-link',
  clause: 'tasks.summary-link',
  needs: [],
  records: 1,
  appliesTo: isBulkUpdate,
  async write(context) {
    const { end } = await order(context, { ids: [context.record.id], flags: allFlags(context, true) });
    const links = linksOf(end.last.task ?? {}, context.target.wireForm);
    const wanted = { rel: 'bulk-update-users', method: 'GET' };
    const link = reportLink(context, end.last.answer, { of: 'the task', links, wanted, words: 'an href' });
    if (link === null) return;
    const isOfUsers = context.operation.area === 'users';
    const answers = await followUntil(context, String(link.href), (answer) => !isOfUsers || isSummary(answer));
    const summary = answers.find(({ status }) => status === 200);
    const [first] = answers;
    if (!isOfUsers) {
      reportOtherArea(context, end.last.answer, String(link.href));
      const answer = summary ?? first ?? end.last.answer;
      context.observe(answer, `the link of a task in the ${context.operation.area} area returned ${answer.summary}`);
      return;
    }
    if (summary === undefined) await reportDeadLink(context, end, String(link.href), first);
    else if (!isSummary(summary)) {
      const message = `the link ${String(link.href)} of the task does not point to a summary`;
      context.report(summary, {
        at: '/successCount',
        expected: 'a summary',
        actual: summary.text.slice(0, 200),
        message,
      });
    }
  },
};

/** No operation reads the result of this area, but a link to the summary of the users area is certainly wrong. */
function reportOtherArea(context: WriteContext, answer: Answer, href: string): void {
  if (!/(?:^|\/)users\/bulk-update\//i.test(href)) return;
  const message = `the link of a task in the ${context.operation.area} area points to the users area: ${href}`;
  context.report(answer, {
    at: '/_links/*/href',
    expected: `a link to ${context.operation.area}`,
    actual: href,
    message,
  });
}

/** A dead link is wrong unless the summary itself is gone: how long it can be read is unspecified. */
async function reportDeadLink(
  context: WriteContext,
  { id }: { readonly id: string },
  href: string,
  answer: Answer | undefined,
): Promise<void> {
  const task = await readBy(context, context.kind.bulk.task, id);
  if (task.status !== 200) context.inconclusive('the task can no longer be read, so its summary may be gone too');
  if (answer === undefined) return context.inconclusive(`the link ${href} points outside the target`);
  const message = `the link ${href} of the task returned ${answer.summary}`;
  context.report(answer, { at: '/_links/*/href', expected: 'a link to the summary', actual: href, message });
}
