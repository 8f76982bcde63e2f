import type { Answer } from '../../../engine/client/answer.js';
import type { WriteRule } from '../../../engine/run/rule.js';
import type { WriteCredential } from '../../../engine/target/credentials.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';
import { isBulkUpdate, isRemoval, isUpdate } from '../applies.js';
import { CREDENTIAL_WORDS } from '../credential-words.js';
import { allFlags, bodyOf, fieldsOfFlags, order, otherMarkers } from './bulk/order.js';
import { isSuccess, readUntil } from './compare.js';
import { reportGone } from './deletion/deletion.js';
import { sentOf } from './deletion/deletions.js';
import { scenarioOf } from './deletion/scenario.js';
import { otherFields } from './merge-patch/changes.js';
import { reportDamage } from './refused.js';

interface Unauthorized {
  readonly credential: WriteCredential;
  readonly answer: Answer;
}

/** Sends a valid write three times, without the right credential each time. */
async function unauthorized(context: WriteContext): Promise<Unauthorized[]> {
  const { operation } = context;
  if (isRemoval(operation)) {
    // Once its users are removed, a rejected deletion proves nothing.
    return sentOf((await scenarioOf(context)).unauthorized).filter(({ named, before }) =>
      named.every((id) => before.includes(id)),
    );
  }
  const { record } = context;
  const request = isUpdate(operation)
    ? { record, body: context.patchFor(record, await otherFields(context, record)) }
    : { body: bodyOf(context, [record.id], otherMarkers(context)) };
  const sent: Unauthorized[] = [];
  for (const credential of context.target.unauthorized) {
    sent.push({ credential, answer: await context.send({ ...request, credential }) });
  }
  return sent;
}

/** The rule for one kind of operation; a bulk update needs a second record, to know when the first had its time. */
function nothingWritten(appliesTo: WriteRule['appliesTo'], records: number): WriteRule {
  return {
    id: 'authorization.writes',
    clause: 'authorization.writes',
    needs: ['credential'],
    records,
    appliesTo,
    async write(context) {
      const sent = await unauthorized(context);
      for (const { credential, answer } of sent.filter((one) => isSuccess(one.answer))) {
        const expected = `a 4xx response ${CREDENTIAL_WORDS[credential]}`;
        const message = `${context.operation.title} ${CREDENTIAL_WORDS[credential]} returned ${answer.summary}`;
        context.report(answer, { at: 'status', expected, actual: answer.summary, message });
      }
      if (isRemoval(context.operation)) {
        const reason = reportGone(context, (await scenarioOf(context)).unauthorized);
        if (reason !== null) context.inconclusive(reason);
        return;
      }
      const [last] = sent.slice(-1);
      if (last === undefined) return;
      if (isBulkUpdate(context.operation)) await letTasksEnd(context);
      const what = `${context.operation.title} without the right credential`;
      await reportDamage(context, context.record, { before: context.record.before, answer: last.answer, what });
    },
  };
}

/** Gives a task that was started anyway the time to run, by completing a bulk update of another record. */
async function letTasksEnd(context: WriteContext): Promise<void> {
  const [, second] = context.records;
  if (second === undefined) return;
  await context.attempt(async () => {
    await order(context, { ids: [second.id], flags: allFlags(context, true) });
    const on = fieldsOfFlags(context, allFlags(context, true));
    await readUntil(context, second, on);
  });
}

function refusedWith401(appliesTo: WriteRule['appliesTo'], records: number): WriteRule {
  return {
    id: 'authorization.writes-status',
    clause: 'authorization.status',
    needs: ['credential'],
    records,
    appliesTo,
    async write(context) {
      const refused = (await unauthorized(context)).filter(({ answer }) => !isSuccess(answer));
      if (refused.length === 0) context.inconclusive('no request is rejected (see authorization.writes)');
      for (const { credential, answer } of refused.filter((one) => one.answer.status !== 401)) {
        const message = `${context.operation.title} ${CREDENTIAL_WORDS[credential]} returned ${answer.summary}`;
        context.report(answer, {
          at: 'status',
          expected: `401 ${CREDENTIAL_WORDS[credential]}`,
          actual: answer.summary,
          message,
        });
      }
    },
  };
}

/** The rules of authorization for writes. */
export const authorization = [
  nothingWritten(isUpdate, 1),
  nothingWritten(isBulkUpdate, 2),
  nothingWritten(isRemoval, 0),
  refusedWith401((operation) => !isRemoval(operation), 1),
  refusedWith401(isRemoval, 0),
];
