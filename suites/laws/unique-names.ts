import type { JudgeRule } from '../../engine/run/rule.js';
import { isRead } from './applies.js';

/** A string of a JSON text, and the colon after it if it is the name of a member. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"\s*(:)?/g;
/** What decides which object a name belongs to: a string, or the beginning or end of an object. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"\s*:?|[{}]/g;

export const uniqueNames: JudgeRule = {
  id: 'answers.unique-names',
  clause: 'answers.unique-names',
  needs: ['answer'],
  appliesTo: isRead,
  judge({ answer, body }, report) {
    const { text } = answer;
    if (answer.json.problem !== undefined) return false;
    const members = membersOf(body);
    if (namesIn(text) === members) return members > 0;
    const name = repeatedName(text);
    if (name === null) return false;
    const message = `an object of the body has several members with the name ${name}`;
    report({ at: '', expected: 'each name once in an object', actual: name, message });
    return true;
  },
};

function namesIn(text: string): number {
  let count = 0;
  for (const [, colon] of text.matchAll(STRING)) if (colon !== undefined) count += 1;
  return count;
}

/** The number of members of all objects of a value. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values = Object.values(value);
  const own = Array.isArray(value) ? 0 : values.length;
  return values.reduce((sum: number, one) => sum + membersOf(one), own);
}

/** The first name that an object of a JSON text has twice, as it is written; `null` if there is none. */
function repeatedName(text: string): string | null {
  const open: Set<string>[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (token.endsWith(':')) {
      const name = token.slice(0, token.lastIndexOf('"') + 1);
      if (open.at(-1)?.has(name)) return name;
      open.at(-1)?.add(name);
    }
  }
  return null;
}
