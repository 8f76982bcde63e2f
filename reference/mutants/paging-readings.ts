import type { Hook } from '../behaviour.js';
import { family } from './mutant.js';

/** Reads a paging parameter as another string than the one that was sent. */
const reading = (name: 'page_number' | 'page_size', change: (text: string) => string): Hook => {
  return (steps) => ({
    readPaging: (context) => {
      const { [name]: text } = context.query;
      if (typeof text !== 'string') return steps.readPaging(context);
      return steps.readPaging({ ...context, query: { ...context.query, [name]: change(text) } });
    },
  });
};

const wrapped = (bits: number): Hook =>
  reading('page_number', (text) => (/^\d+$/.test(text) ? `${BigInt.asUintN(bits, BigInt(text))}` : text));

/** Defects with numbers that overflow, and with strings that only some parsers read as numbers. */
export const pagingReadings = family('paging-readings', [
  {
    title: 'page_number wraps at 32 bits',
    operation: 'getApplicationUsers',
    rule: 'paging.overflow',
    rarity: 'rare',
    hook: wrapped(32),
  },
  {
    title: 'page_number wraps at 64 bits',
    operation: 'getAgreements',
    rule: 'paging.overflow',
    rarity: 'rare',
    hook: wrapped(64),
  },
  {
    id: 'a-page-size-that-is-no-plain-number-is-50',
    title: 'a page_size that is not a plain number is read as 50',
    operation: 'getContractTypes',
    rule: 'paging.lenient',
    also: ['paging.invalid'],
    hook: reading('page_size', (text) => (/^[1-9]\d*$/.test(text) ? text : '50')),
  },
]);
