import { stored } from '../hooks.js';
import type { Row } from '../model.js';
import { family } from './variant.js';

const NAMES = ['name', 'displayName', 'primaryOwnerName'];
const SCRIPTS = '漢字 Ünïcødé 🏢 e\u0301 ';
const LENGTH = 1500;

/** Changes the names of a record, with a change that has no further effect when it is repeated. */
const named = (change: (name: string) => string) =>
  stored((one) => ({
    ...one,
    ...Object.fromEntries(
      NAMES.flatMap((field) => (typeof one[field] === 'string' ? [[field, change(one[field])]] : [])),
    ),
  }));

/** A user without an address, for about a third of the ids. */
function withoutAddress(one: Row): Row {
  const isChosen = typeof one.username === 'string' && Number.parseInt(String(one.id).slice(-4), 16) % 3 === 0;
  return isChosen ? { ...one, email: null, department: null, country: null } : one;
}

/** Which texts records have, and how long they are. */
export const texts = family(
  'texts',
  [
    {
      title: 'some users have no email, department and country',
      chooses: ['records.presence'],
      hooks: [stored(withoutAddress)],
    },
    {
      title: 'names have 1500 characters',
      chooses: ['records.presence'],
      hooks: [named((name) => name.padEnd(LENGTH, ' and more'))],
    },
    {
      title: 'names are in several scripts, with emoji and combining characters',
      chooses: ['records.presence'],
      hooks: [named((name) => (name.startsWith(SCRIPTS) ? name : SCRIPTS + name))],
    },
  ],
  'few',
);
