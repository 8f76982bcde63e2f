import type { Suite } from '../engine/run/plan.js';
import { agreements } from './agreements.js';
import { applications } from './applications.js';
import { subscriptions } from './subscriptions.js';
import { users } from './users.js';

/** The suites of all operations, in the order of the document. */
export const suites: readonly Suite[] = [...applications, ...users, ...subscriptions, ...agreements];
