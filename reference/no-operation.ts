import type { Operation } from '../contract/types.js';

/** The placeholder operation of a request that matches none, so that every request has a context. */
export const noOperation: Operation = {
  id: 'none',
  title: 'No operation',
  area: 'applications',
  section: 'Endpoints',
  binding: { method: 'GET', path: '' },
  parameters: [],
  success: { status: null, mediaType: null, schema: null },
  statuses: [],
};
