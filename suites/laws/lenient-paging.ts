import fc from 'fast-check';
import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, pageOf } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { AMBIGUOUS_PAGING, type AmbiguousPaging } from '../../generators/paging/ambiguous-paging.js';
import { sampleOf } from '../../generators/sample-of.js';
import { isList } from './applies.js';
import { assertSizeRead, PAGING_DEFAULTS, pageNumberBits, paginationOf } from './paging-numbers.js';

type Name = keyof typeof PAGING_DEFAULTS;

const NAMES: readonly Name[] = ['page_size', 'page_number'];

export const lenient: AskRule = {
  id: 'paging.lenient',
  clause: 'paging.lenient',
  needs: ['answer'],
  from: 'standard',
  appliesTo: isList,
  async ask(context) {
    const isThorough = context.allowance.budget === 'thorough';
    const count = isThorough ? AMBIGUOUS_PAGING.length : 1;
    for (const [index, name] of NAMES.entries()) {
      const tried = sampleOf(fc.shuffledSubarray([...AMBIGUOUS_PAGING], { minLength: count }), context.seed + index, 1);
      for (const one of tried.flat().slice(0, count)) await tryReading(context, name, one);
    }
    await assertSizeRead(context);
  },
};

async function tryReading(context: AskContext, name: Name, { text, reading }: AmbiguousPaging): Promise<void> {
  const answer = await context.ask({ [name]: text });
  const given = `${name} ${JSON.stringify(text)}`;
  if (answer.status >= 500) return reportFailure(context, answer, given);
  if (answer.status !== 200) return;
  const echoed = paginationOf(answer.value)?.[name];
  const expected = reading ?? PAGING_DEFAULTS[name];
  // A target may treat a value that it cannot read as absent.
  if (typeof echoed !== 'number' || echoed === expected || echoed === PAGING_DEFAULTS[name]) return;
  // The page may be behind the last one, for which a target may return another page.
  const plain = await context.ask({ [name]: expected });
  if (paginationOf(plain.value)?.[name] === echoed) return;
  const message = `${given} is read as ${echoed}`;
  const wanted = `${expected}, or a rejection with 400`;
  context.report(answer, { at: `/pagination/${name}`, expected: wanted, actual: `${echoed}`, message });
}

export const overflow: AskRule = {
  id: 'paging.overflow',
  clause: 'paging.overflow',
  needs: ['several'],
  appliesTo: isList,
  async ask(context) {
    const bits = pageNumberBits(context.operation) ?? 32;
    const [value, given] = [`${2n ** BigInt(bits) + 1n}`, `page_number 2^${bits} + 1`];
    const answer = await context.ask({ page_number: value, page_size: 1 });
    if (answer.status >= 500) return reportFailure(context, answer, given);
    if (answer.status !== 200) return;
    const first = await context.page({ page_size: 1 });
    const { items } = pageOf(answer);
    if (items.length === 0 || !sameJson(items.map(identity), first.items.map(identity))) return;
    // A page after the last one is unspecified: a target may return the first page.
    const { items: all } = await context.collection();
    const after = await context.ask({ page_number: all.length + 1_000_000, page_size: 1 });
    if (after.status === 200 && sameJson(pageOf(after).items.map(identity), items.map(identity))) {
      context.notApplicable('the target returns the first page for a page after the last one');
    }
    const message = `${given} returned the first page`;
    context.report(answer, { at: '/items', expected: 'a rejection with 400, or no items', actual: 'page 1', message });
  },
};

function reportFailure(context: AskContext, answer: Answer, given: string): void {
  const message = `${given} returned ${answer.summary}`;
  context.report(answer, { at: 'status', expected: 'no server error', actual: answer.summary, message });
}

/** The rules of page numbers and sizes that parsers read differently. */
export const lenientPaging = [lenient, overflow];
