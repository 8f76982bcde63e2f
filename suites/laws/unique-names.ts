import type { JudgeRule } from '../../engine/run/rule.js';
import type { JsonRecord } from '../../engine/session/page.js';
import { isRead } from './applies.js';

/** What decides which object a name belongs to: a string, or the beginning or end of an object. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"\s*:?|[{}]/g;

export const uniqueNames: JudgeRule = {
  id: 'answers.unique-names',
  clause: 'answers.unique-names',
  needs: ['answer'],
  appliesTo: isRead,
  judge({ answer, body }, report) {
    const { json } = answer;
    if (json.problem !== undefined) return false;
    if (json.members === membersOf(body)) return json.members > 0;
    const name = repeatedName(answer.text);
    if (name === null) return false;
    const message = `an object of the body has several members with the name ${name}`;
    report({ at: '', expected: 'each name once in an object', actual: name, message });
    return true;
  },
};

/** The number of members of all objects of a value. Creates nothing, because it runs for each response. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += membersOf(item);
  else for (const name in value) count += 1 + membersOf((value as JsonRecord)[name]);
  return count;
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
