import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { isRecord, type JsonRecord } from '../../engine/session/page.js';
import { isSameId } from '../../engine/session/same-id.js';
import { sameValue } from './same-value.js';

/** How often a difference has to show again. */
const LOOKS = 3;

/** A value that a record repeats from an application, and the field of the application that has it. */
interface Copy {
  readonly at: string;
  readonly id: unknown;
  readonly field: string;
  readonly value: unknown;
}

/** A copy that differs from its application. */
interface Difference extends Copy {
  readonly answer: Answer;
  readonly own: string;
}

/** The values that a record repeats from applications. */
type CopiesIn = (item: JsonRecord) => readonly Copy[];

/** The record is an application itself. */
export const ofApplication: CopiesIn = (item) =>
  ['name', 'vendor', 'vendorId'].map((field) => ({ at: `/${field}`, id: item.id, field, value: item[field] }));

/** The record names its application. */
export const byApplication: CopiesIn = ({ applicationId: id, applicationName: value }) => [
  { at: '/applicationName', id, field: 'name', value },
];

/** The details of the record name applications. */
export const inDetails: CopiesIn = ({ details }) =>
  (Array.isArray(details) ? details : [])
    .filter(isRecord)
    .flatMap((detail, index) => byApplication(detail).map((copy) => ({ ...copy, at: `/details/${index}${copy.at}` })));

/** The name and the vendor of an application are the same in its own list as in records that repeat them. */
export function oneApplication(copiesIn: CopiesIn): AskRule {
  return {
    id: 'relations.one-application',
    clause: 'relations.one-application',
    needs: ['records'],
    appliesTo: () => true,
    async ask(context) {
      const { compared, found } = await compare(context, copiesIn);
      if (compared === 0)
        context.inconclusive('no application of the records is on the first page of Get applications');
      let stable = found;
      for (let look = 1; look <= LOOKS && stable.length > 0; look += 1) {
        const again = (await compare(context, copiesIn, `one application ${look}`)).found;
        stable = again.filter((one) => stable.some((before) => isSameDifference(one, before)));
      }
      for (const { answer, at, id, field, value, own } of stable) {
        const message = `${at} is ${JSON.stringify(value)}, but ${field} of the application ${String(id)} is ${JSON.stringify(own)}`;
        const expected = JSON.stringify(own);
        context.report(answer, { at: `/items/*${at}`, expected, actual: JSON.stringify(value), message });
      }
    },
  };
}

/** Compares the copies on the first page of the list with the first page of the applications. */
async function compare(context: AskContext, copiesIn: CopiesIn, again?: string) {
  const options = again === undefined ? {} : { again };
  const { items, answer } = await context.page({}, options);
  const operation = context.world.operation('getApplications');
  const { items: applications } = await context.page({}, { operation, valid: false, ...options });
  let compared = 0;
  const found: Difference[] = [];
  for (const copy of items.flatMap(copiesIn)) {
    const own = applications.find(({ id }) => isSameId(id, String(copy.id)))?.[copy.field];
    // Which fields may be null or absent is unspecified.
    if (typeof own !== 'string' || typeof copy.value !== 'string') continue;
    compared += 1;
    if (!sameValue(copy.field, own.normalize(), copy.value.normalize())) found.push({ ...copy, answer, own });
  }
  return { compared, found };
}

function isSameDifference(one: Difference, other: Difference): boolean {
  return one.id === other.id && one.at === other.at && one.value === other.value && one.own === other.own;
}
