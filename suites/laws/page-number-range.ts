import { type Answer, isClientError } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { isRecord } from '../../engine/session/page.js';
import { plural } from '../../numbers/plural.js';
import { isList } from './applies.js';
import { assertSizeRead, pageAfterLast, pageNumberBits, paginationOf } from './paging-numbers.js';

/** A page number, and how messages write it. */
type Named = readonly [name: string, value: bigint];

/** Numbers over 32 bits where parsers differ: in the sign, and in the largest number that they read. */
const OVER_32_BITS: readonly Named[] = [
  ['2^31', 2n ** 31n],
  ['2^63 - 1', 2n ** 63n - 1n],
];

/**
 * A page number of a signed type of so many bits whose lower half is that of page 1; the one of 64 bits is none that a double holds.
 * With the page size, the number of the first record wraps to that of page 1 in this type.
 */
function wrapping(bits: 32 | 64, pageSize: number): Named {
  const zeros = [...pageSize.toString(2)].toReversed().indexOf('1');
  // Without two zeros at the end of the page size, the number that wraps does not fit in the type.
  const power = bits - (zeros < 2 ? 11 : Math.min(zeros, 11));
  return [`2^${power} + 1`, 2n ** BigInt(power) + 1n];
}

/** Numbers that do not fit in 32 bits: one whose lower 32 bits are those of page 1, and one that a signed number wraps. */
const OUT_OF_32_BITS: readonly Named[] = [
  ['2^32 + 1', 2n ** 32n + 1n],
  ['2^31', 2n ** 31n],
];

/** The largest number of 32 bits. */
const LARGEST_OF_32_BITS = 2n ** 31n - 1n;

export const widePageNumber: AskRule = {
  id: 'paging.wide-page-number',
  clause: 'paging.wide-page-number',
  needs: ['answer'],
  appliesTo: (operation) => isList(operation) && pageNumberBits(operation) !== undefined,
  async ask(context) {
    const after = await pageAfterLast(context);
    const nearby = BigInt(after.page_number);
    const near = await context.ask(after);
    const askFar = (number: bigint) => context.ask({ ...after, page_number: `${number}` });
    const isWide = pageNumberBits(context.operation) === 64;
    const wrapped = wrapping(isWide ? 64 : 32, after.page_size);
    const all = isWide ? [wrapped, ...OVER_32_BITS] : [['2^31 - 1', LARGEST_OF_32_BITS] as const, wrapped];
    const numbers = all.slice(0, context.upTo(all.length, 1));
    const fars = await Promise.all(numbers.map(([, number]) => askFar(number)));
    // A target may limit how far after the last page it reads. That it limits the type shows where a smaller number is read.
    const isRejected = near.status === 200 && fars.some(({ status }) => status === 400);
    const within = isWide ? LARGEST_OF_32_BITS : LARGEST_OF_32_BITS - 1n;
    const hasLimit = isRejected && (await askFar(within)).status === 400;
    for (const [index, far] of fars.entries()) {
      const [name, value] = numbers[index] ?? ['', 0n];
      if (hasLimit && far.status === 400) continue;
      // A target may read the number and not what is in front of such a page, which is less with pages of one record.
      const isTooFar = near.status === 200 && far.status === 400;
      const one = { page_number: `${value}`, page_size: 1 };
      if (isTooFar && (await context.ask(one)).status === 200) continue;
      compareFar(context, { answer: near, number: nearby }, { answer: far, number: value, name });
    }
    if (hasLimit) context.lacksData('the target rejects any page_number far after the last page with 400');
    const isOther = (far: Answer) => isClientError(near) && isClientError(far) && far.status !== near.status;
    if (context.evidence.length === 0 && fars.some(isOther))
      context.inconclusive('the target rejects each page_number after the last page, with several statuses');
    if (near.status === 200) await assertSizeRead(context);
  },
};

interface Asked {
  readonly answer: Answer;
  readonly number: bigint;
}

/** Compares two pages after the end of a list: the document does not say what such a page returns, only that its number is valid. */
function compareFar(
  context: AskContext,
  near: Asked,
  { answer, number, name }: Asked & { readonly name: string },
): void {
  // Which error a page after the last one returns, if any, is unspecified.
  if (isClientError(near.answer) && isClientError(answer)) return;
  if (near.answer.status !== answer.status) {
    const message = `page_number ${name} returned ${answer.summary}, but page_number ${near.number}, also after the last page, returned ${near.answer.summary}`;
    const expected = `${near.answer.status} for page_number ${name}`;
    context.report(answer, { at: 'status', expected, actual: answer.summary, message });
    return;
  }
  const [before, after] = [near.answer, answer].map(countItems);
  if (before === 0 && after !== undefined && after > 0) {
    const message = `page_number ${name} returned ${plural(after, 'item')}, but page_number ${near.number}, also after the last page, returned none`;
    context.report(answer, { at: '/items', expected: 'no items', actual: plural(after, 'item'), message });
  }
  if (pageNumberIn(near.answer) !== near.number) return;
  const own = paginationOf(answer.value)?.page_number;
  if (typeof own === 'string') {
    const message = `a request with page_number ${name} (${number}) returned a string as page_number`;
    context.report(answer, { at: '/pagination/page_number', expected: `${number}`, actual: `"${own}"`, message });
    return;
  }
  const echoed = pageNumberIn(answer);
  if (echoed === null || echoed === number) return;
  const message = `a request with page_number ${name} (${number}) returned page_number ${echoed}`;
  context.report(answer, { at: '/pagination/page_number', expected: `${number}`, actual: `${echoed}`, message });
}

function countItems(answer: Answer): number {
  const { value } = answer;
  return isRecord(value) && Array.isArray(value.items) ? value.items.length : 0;
}

const PAGE_NUMBER = /"pagination"\s*:\s*\{[^{}]*?"page_number"\s*:\s*(-?\d+)(?![\d.eE])/;

/** The page number of an answer, digit by digit, since a double holds none above 2^53 exactly; `null` where it has none. */
function pageNumberIn(answer: Answer): bigint | null {
  const digits = PAGE_NUMBER.exec(answer.text)?.[1];
  return digits === undefined ? null : BigInt(digits);
}

export const narrowPageNumber: AskRule = {
  id: 'paging.narrow-page-number',
  clause: 'paging.narrow-page-number',
  needs: ['answer'],
  appliesTo: (operation) => isList(operation) && pageNumberBits(operation) === 32,
  async ask(context) {
    // A parser that rejects both of them hardly reads a number of even more digits. paging.overflow sends the first one too.
    const tried = OUT_OF_32_BITS.slice(0, context.upTo(OUT_OF_32_BITS.length, 1));
    const answers = await Promise.all(tried.map(([, value]) => context.ask({ page_number: `${value}`, page_size: 1 })));
    answers.forEach((answer, index) => {
      if (answer.status === 400) return;
      const [name] = tried[index] ?? [];
      const message = `page_number ${name}, which does not fit in 32 bits, returned ${answer.summary}`;
      context.report(answer, {
        at: 'status',
        expected: `400 for page_number ${name}`,
        actual: answer.summary,
        message,
      });
    });
  },
};

/** The rules of page numbers over 32 bits. */
export const pageNumberRange = [widePageNumber, narrowPageNumber];
