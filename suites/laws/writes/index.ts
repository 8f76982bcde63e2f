import type { Operation } from '../../../contract/types.js';
import type { JudgeRule, WriteRule } from '../../../engine/run/rule.js';
import { bulkAgain, updatesAgain } from './again.js';
import { authorization } from './authorization.js';
import { acceptedWithReference, optionalFilter, optionalIds, taskLink } from './bulk/accepted.js';
import * as brokenOrders from './bulk/broken-bodies.js';
import { bystanders } from './bulk/bystanders.js';
import { charset as bulkCharset } from './bulk/charset.js';
import { documentedStatus } from './bulk/documented-status.js';
import { duringTask } from './bulk/during-task.js';
import { eachCompletes } from './bulk/each-completes.js';
import * as bulkEffect from './bulk/effect.js';
import { failedUnchanged } from './bulk/failed-records.js';
import { filterCounted } from './bulk/filter-summary.js';
import * as filters from './bulk/filters.js';
import { hundredIds } from './bulk/hundred-ids.js';
import { aroundUnknown, repeatedIds, scopes, unknownIds } from './bulk/ids.js';
import { resultLinkForm, taskLinkForm } from './bulk/link-forms.js';
import { listed as bulkListed } from './bulk/listed.js';
import { malformedFilter } from './bulk/malformed-filter.js';
import { manyIds } from './bulk/many-ids.js';
import { manyMatches } from './bulk/many-matches.js';
import { scopeAll } from './bulk/scope-all.js';
import { scopeExcept } from './bulk/scope-except.js';
import { linkForNothing, statusForNothing } from './bulk/selecting-nothing.js';
import { countedAgain, manyCounted, summary, unknownCounted } from './bulk/summary.js';
import { taskFields } from './bulk/task-fields.js';
import * as taskReads from './bulk/task-reads.js';
import { answered, completes, resultLink, states } from './bulk/tasks.js';
import { concurrent, withUpdate } from './bulk/together.js';
import { bulkChildLists, updatesChildLists } from './child-lists.js';
import { model } from './consistency/model.js';
import { completedUndone, lostUpdate, refusedShows, tornRecord } from './consistency/warnings.js';
import { deletion } from './deletion/deletion.js';
import * as reach from './deletion/reach.js';
import { body400, bodyOther } from './error-bodies.js';
import { bulkListedElsewhere, updatesListedElsewhere } from './listed-elsewhere.js';
import { answer, mediaType } from './merge-patch/answer.js';
import { memberTypes, requiredMembers } from './merge-patch/broken-bodies.js';
import { charset } from './merge-patch/charset.js';
import { copiedNames } from './merge-patch/copied-names.js';
import { crash } from './merge-patch/crash.js';
import { eachMember } from './merge-patch/each-member.js';
import { category, effect, listed } from './merge-patch/effect.js';
import { firstUpdate } from './merge-patch/first-update.js';
import { hostileBodies } from './merge-patch/hostile-bodies.js';
import { idempotent, sameAgain } from './merge-patch/idempotent.js';
import { lasting } from './merge-patch/lasting.js';
import { manyRecords } from './merge-patch/many-records.js';
import { ownFlags } from './merge-patch/own-flags.js';
import { ownValues } from './merge-patch/own-values.js';
import { requiredAlike } from './merge-patch/required-alike.js';
import { response } from './merge-patch/response.js';
import { riskScore } from './merge-patch/risk-score.js';
import { simultaneous } from './merge-patch/simultaneous.js';
import { sorted } from './merge-patch/sorted-list.js';
import { texts } from './merge-patch/texts.js';
import { malformedId, unknown, unknown404 } from './merge-patch/unknown-id.js';
import { otherFields, otherRecords } from './merge-patch/untouched.js';
import { missingResponse } from './missing-response.js';
import { bulkOtherKinds, updatesOtherKinds } from './other-kinds.js';
import { ownTimes } from './own-times.js';
import { rejections } from './rejections.js';
import { sequences } from './sequences.js';

const updates = [
  otherFields,
  riskScore,
  firstUpdate,
  updatesAgain,
  simultaneous,
  mediaType,
  answer,
  ownFlags,
  ownValues,
  idempotent,
  sameAgain,
  effect,
  lasting,
  manyRecords,
  eachMember,
  category,
  copiedNames,
  listed,
  sorted,
  otherRecords,
  updatesOtherKinds,
  updatesChildLists,
  updatesListedElsewhere,
  requiredMembers,
  requiredAlike,
  memberTypes,
  hostileBodies,
  crash,
  charset,
  response,
  texts,
  unknown,
  unknown404,
  malformedId,
  withUpdate,
  duringTask,
  sequences,
  model,
  lostUpdate,
  tornRecord,
  completedUndone,
  refusedShows,
];

const bulkUpdates = [
  bulkEffect.otherFlags,
  bulkAgain,
  acceptedWithReference,
  taskLink,
  answered,
  completes,
  eachCompletes,
  resultLink,
  summary,
  states,
  bulkEffect.effect,
  bulkEffect.otherRecords,
  bystanders,
  bulkOtherKinds,
  bulkChildLists,
  bulkListedElsewhere,
  manyIds,
  brokenOrders.requiredMembers,
  brokenOrders.hostileBodies,
  brokenOrders.noFlags,
  repeatedIds,
  unknownIds,
  aroundUnknown,
  scopes,
  concurrent,
  documentedStatus,
  optionalFilter,
  bulkCharset,
  bulkListed,
  taskLinkForm,
  resultLinkForm,
  unknownCounted,
  manyCounted,
  countedAgain,
  filterCounted,
  failedUnchanged,
  taskFields,
  taskReads.readable,
  taskReads.own,
  taskReads.completeEffect,
  filters.filtered,
  filters.joined,
  filters.nothing,
  filters.exact,
  malformedFilter,
  manyMatches,
  statusForNothing,
  linkForNothing,
  optionalIds,
  hundredIds,
  scopeAll,
  scopeExcept,
];

const all: readonly (JudgeRule | WriteRule)[] = [
  ...updates,
  ...bulkUpdates,
  ownTimes,
  ...deletion,
  ...Object.values(reach),
  ...authorization,
  body400,
  bodyOther,
  ...rejections,
  missingResponse,
];

/** The rules of writes that apply to an operation. */
export function writeLaws(operation: Operation): (JudgeRule | WriteRule)[] {
  return all.filter((rule) => rule.appliesTo(operation));
}
