import type { Answer } from '../../engine/client/answer.js';
import type { AskRule, JudgeRule } from '../../engine/run/rule.js';
import { isRecord, pageOf } from '../../engine/session/page.js';
import { describeProblem, type ProblemKind } from '../../engine/session/validation.js';
import { pathParameters } from '../../engine/session/world.js';
import { ALWAYS_INVALID, invalidPagingValues } from '../../generators/invalid-paging.js';
import { plural } from '../../numbers/plural.js';
import { afterLast, afterLastStatus, afterLastTotals } from './after-last.js';
import { hasMaximum, hasPathParameters, isList, takes } from './applies.js';
import { reportFilterWithSize } from './filter/with-maximum.js';
import { assertSizeRead, PAGINATION_MEMBERS, PAGING_DEFAULTS, pageAsked, paginationOf } from './paging-numbers.js';
import { placeOf } from './place-of.js';
import { LARGEST_PAGE } from './stride.js';

const DEFAULT_SIZE: number = PAGING_DEFAULTS.page_size;

function bySchema(name: 'envelope' | 'numbers' | 'total-items', kind: ProblemKind): JudgeRule {
  return {
    id: `paging.${name}`,
    clause: `paging.${name}`,
    needs: ['answer'],
    ...(name === 'envelope' && { accepted: true }),
    appliesTo: isList,
    judge({ problems, operation, body }, report) {
      for (const problem of problems.filter((one) => one.kind === kind)) {
        const { pointer: at, expected, actual } = problem;
        report({ at, expected, actual: JSON.stringify(actual), message: describeProblem(problem) });
      }
      if (name === 'total-items' && operation.area === 'agreements') reportTotalItems(body, report);
      // paging.envelope reports a response without a pagination object.
      return name === 'envelope' || paginationOf(body) !== null;
    },
  };
}

function reportTotalItems(body: unknown, report: Parameters<JudgeRule['judge']>[1]): void {
  const total = paginationOf(body)?.total_items;
  // Many JSON serializers write null for an absent member.
  if (total === undefined || total === null) return;
  const message = `total_items is ${JSON.stringify(total)}, but the agreement area documents no total_items`;
  report({ at: '/pagination/total_items', expected: 'no such member', actual: JSON.stringify(total), message });
}

export const envelope = bySchema('envelope', 'envelope');
export const numbers = bySchema('numbers', 'pagination');
export const totalItems = bySchema('total-items', 'total-items');

export const members: JudgeRule = {
  id: 'paging.members',
  clause: 'paging.members',
  needs: ['answer'],
  appliesTo: isList,
  judge({ body }, report) {
    const pagination = paginationOf(body);
    for (const name of PAGINATION_MEMBERS.filter((one) => pagination !== null && pagination[one] === undefined)) {
      report({ at: `/pagination/${name}`, expected: 'an integer', actual: undefined, message: `${name} is missing` });
    }
    return pagination !== null;
  },
};

/** A rule that compares `page_number` and `page_size` of the response with the request, or with the defaults. */
function byEcho(name: 'defaults' | 'echo'): JudgeRule {
  const defaults: Readonly<Record<string, number>> = PAGING_DEFAULTS;
  return {
    id: `paging.${name}`,
    clause: `paging.${name}`,
    needs: ['answer'],
    appliesTo: isList,
    judge({ query, body }, report) {
      const pagination = paginationOf(body);
      const judged = Object.keys(defaults).filter((field) => (query[field] === undefined) === (name === 'defaults'));
      for (const field of judged) {
        const expected = query[field] ?? defaults[field];
        const actual = pagination?.[field];
        if (typeof actual !== 'number' || actual === expected) continue;
        const sent = query[field] === undefined ? `without ${field}` : `with ${field} ${expected}`;
        const message = `a request ${sent} returned ${field} ${actual}`;
        report({ at: `/pagination/${field}`, expected: `${expected}`, actual: `${actual}`, message });
      }
      return judged.length > 0 && pagination !== null;
    },
  };
}

export const defaults = byEcho('defaults');
export const echo = byEcho('echo');

export const atMost: JudgeRule = {
  id: 'paging.at-most',
  clause: 'paging.at-most',
  needs: ['answer'],
  accepted: true,
  appliesTo: isList,
  judge({ query, body }, report) {
    const items = isRecord(body) && Array.isArray(body.items) ? body.items.length : 0;
    const asked = pageAsked(query)?.size;
    if (asked === undefined) return false;
    // A page that is not full proves nothing: the list may have no more items.
    if (items <= asked) return items === asked;
    const message = `a request with page_size ${asked} returned ${plural(items, 'item')}`;
    report({ at: '/items', expected: `at most ${asked}`, actual: plural(items, 'item'), message });
    return true;
  },
};

export const maximumTaken: AskRule = {
  id: 'paging.maximum-taken',
  clause: 'paging.maximum-taken',
  needs: ['answer'],
  appliesTo: (operation) => isList(operation) && hasMaximum(operation),
  async ask(context) {
    const answer = await context.ask({ page_size: LARGEST_PAGE });
    if (answer.status === 200) {
      if (takes('filter')(context.operation)) await reportFilterWithSize(context, LARGEST_PAGE);
      return assertSizeRead(context);
    }
    const message = `a request with page_size ${LARGEST_PAGE} returned ${answer.summary}`;
    context.report(answer, { at: 'status', expected: '200', actual: answer.summary, message });
  },
};

export const maximumKept: AskRule = {
  id: 'paging.maximum-kept',
  clause: 'paging.maximum-kept',
  needs: ['answer'],
  appliesTo: (operation) => isList(operation) && hasMaximum(operation),
  async ask(context) {
    const answer = await context.ask({ page_size: LARGEST_PAGE + 1 });
    if (answer.status === 400) return;
    if (answer.status !== 200) {
      const message = `a request with page_size ${LARGEST_PAGE + 1} returned ${answer.summary}`;
      context.report(answer, {
        at: 'status',
        expected: '400, or 200 with a capped page',
        actual: answer.summary,
        message,
      });
      return;
    }
    const { items } = pageOf(answer);
    if (items.length > LARGEST_PAGE) {
      const message = `a page has ${plural(items.length, 'item')}, but the maximum is ${LARGEST_PAGE}`;
      const expected = `at most ${LARGEST_PAGE} items`;
      context.report(answer, { at: '/items', expected, actual: plural(items.length, 'item'), message });
    } else if (items.length < LARGEST_PAGE) {
      context.inconclusive(
        `the list has only ${plural(items.length, 'item')}, too few to show a cap at ${LARGEST_PAGE}`,
      );
    }
  },
};

export const maximumEcho: AskRule = {
  id: 'paging.maximum-echo',
  clause: 'paging.maximum-echo',
  needs: ['answer'],
  appliesTo: (operation) => isList(operation) && hasMaximum(operation),
  async ask(context) {
    const answer = await context.ask({ page_size: LARGEST_PAGE + 1 });
    if (answer.status !== 200) context.notApplicable('a page_size over 1000 is rejected, not capped');
    const size = paginationOf(answer.value)?.page_size;
    if (typeof size !== 'number') return context.inconclusive('the response has no page_size (see paging.numbers)');
    if (size <= LARGEST_PAGE) return assertSizeRead(context);
    const message = `a request with page_size ${LARGEST_PAGE + 1} returned page_size ${size}, but the maximum is ${LARGEST_PAGE}`;
    context.report(answer, {
      at: '/pagination/page_size',
      expected: `at most ${LARGEST_PAGE}`,
      actual: `${size}`,
      message,
    });
  },
};

/** Far above any page size that a server would return at once. */
const BEYOND = 1_000_000;

export const maximumElsewhere: AskRule = {
  id: 'paging.maximum-elsewhere',
  clause: 'paging.maximum-elsewhere',
  needs: ['answer'],
  appliesTo: (operation) => isList(operation) && !hasMaximum(operation) && pathParameters(operation).length < 2,
  async ask(context) {
    const observe = (answer: Answer, taken: number, refused: number) =>
      context.observe(answer, `page_size ${taken} is accepted, and page_size ${refused} returned ${answer.summary}`);
    // The maximum that the document states for other lists is the most likely one.
    if ((await context.ask({ page_size: LARGEST_PAGE })).status === 200) {
      const more = await context.ask({ page_size: LARGEST_PAGE + 1 });
      if (more.status !== 200) return observe(more, LARGEST_PAGE, LARGEST_PAGE + 1);
    }
    const beyond = await context.ask({ page_size: BEYOND });
    const echoed = paginationOf(beyond.value)?.page_size;
    if (beyond.status === 200)
      return context.observe(beyond, `page_size ${BEYOND} is accepted and repeated as ${String(echoed)}`);
    let [taken, refused, last] = [DEFAULT_SIZE, BEYOND, beyond];
    // Servers choose round numbers, so powers of ten come first, then what follows the last one, then bisection.
    while (refused - taken > taken / 10) {
      const isRound = refused === 10 * taken;
      const size = refused > 10 * taken ? 10 * taken : isRound ? taken + 1 : Math.ceil((taken + refused) / 2);
      const answer = await context.ask({ page_size: size });
      if (answer.status === 200) taken = size;
      else [refused, last] = [size, answer];
    }
    observe(last, taken, refused);
  },
};

const NAMES = ['page_number', 'page_size'] as const;
/**
 * What many targets accept: most read both parameters with the same code, so one of them is empty and the other one is
 * repeated, by turns.
 */
const isEmptyOrTwice = (value: string | readonly string[]): boolean => value === '' || typeof value !== 'string';
/** The number of invalid values in a run with a limit of requests: zero, and a text. */
const SPARING = 2;

export const invalid: AskRule = {
  id: 'paging.invalid',
  clause: 'paging.invalid',
  needs: ['answer'],
  appliesTo: isList,
  async ask(context) {
    const isThorough = context.allowance.budget === 'thorough';
    const few = context.upTo(Number.POSITIVE_INFINITY, SPARING);
    const place = placeOf(context);
    const values = [...(isThorough ? invalidPagingValues(context.seed) : ALWAYS_INVALID), ['1', '2']];
    const queries = NAMES.flatMap((name, position) =>
      values
        .slice(0, few)
        .filter((value) => isThorough || !isEmptyOrTwice(value) || (place + position) % 2 === Number(value === ''))
        .map((value) => [name, value] as const),
    );
    const answers = await Promise.all(queries.map(([name, value]) => context.ask({ [name]: value })));
    answers.forEach((answer, index) => {
      const [name, value] = queries[index] ?? [];
      // An empty parameter counts as absent for many targets; paging.lenient checks that it has the default then.
      if (answer.status === 400 || (value === '' && answer.status === 200)) return;
      // A target that takes one of two values does so everywhere, so one list speaks for all.
      if (Array.isArray(value) && answer.status === 200 && place > 0 && !isThorough) return;
      const given = Array.isArray(value) ? `given twice (${value.join(' and ')})` : JSON.stringify(value);
      const message = `a request with ${name} ${given} returned ${answer.summary}`;
      const expected = answer.status >= 500 ? '400, not a server error' : `400 for ${name} ${given}`;
      context.report(answer, { at: 'status', expected, actual: answer.summary, message });
    });
  },
};

export const unknownParameter: AskRule = {
  id: 'paging.unknown-parameter',
  clause: 'paging.unknown-parameter',
  needs: ['answer'],
  // Most targets handle it in one place.
  appliesTo: (operation) => takes('sort')(operation) && !hasPathParameters(operation),
  async ask(context) {
    const answer = await context.ask({ touchstone: 'unknown' });
    context.observe(answer, answer.status === 200 ? '200: the parameter is ignored' : answer.summary);
  },
};

/** The rules of a single page. */
export const paging = [
  envelope,
  numbers,
  totalItems,
  members,
  defaults,
  echo,
  atMost,
  maximumTaken,
  maximumKept,
  maximumEcho,
  maximumElsewhere,
  invalid,
  afterLast,
  afterLastStatus,
  afterLastTotals,
  unknownParameter,
];
