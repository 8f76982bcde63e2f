import type { Clause } from '../types.js';

const SECTION = 'Endpoints (concurrent requests are not mentioned)';

/** What clients expect of requests at the same time; the document says nothing about them. */
export const consistency = {
  'consistency.model': {
    level: 'gap',
    section: SECTION,
    title: "What concurrent clients see of each other's writes: the order that explains all of their requests",
  },
  'consistency.lost-update': {
    level: 'should',
    section: SECTION,
    title: 'An accepted update is not lost: no earlier value is back once all requests have ended',
  },
  'consistency.torn-record': {
    level: 'should',
    section: SECTION,
    title: 'A record never shows some fields of one update and some of another',
  },
  'consistency.completed-undone': {
    level: 'should',
    section: SECTION,
    title: 'The effect of a completed task is not undone by itself',
  },
  'consistency.refused-shows': {
    level: 'should',
    section: SECTION,
    title: 'An update that was rejected among concurrent requests has no effect',
  },
} as const satisfies Record<string, Clause>;
