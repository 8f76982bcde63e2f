import { operations } from '../../contract/operations/index.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';

/** A record id as most stores write it: a UUID, or a number. */
const ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+)$/i;

/** Replaces the ids in the paths of URLs by the parameters of the operation: `.../users/{userId}`. */
export function pathTemplates({ target }: Pick<RunReport, 'target'>): (url: string) => string {
  const bound = operations.map(({ id, binding }) => target.bindings[id]?.split(' ')[1] ?? binding.path);
  const templates = bound.map((path) => path.replace(/^\/+/, '').split('/'));
  return (url) => {
    const [, address = '', query = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
    if (!address.startsWith(target.baseUrl)) return url;
    const segments = address.slice(target.baseUrl.length).replace(/^\/+/, '').split('/');
    const fitting = templates.filter((template) => fits(template, segments));
    // A literal segment is a better match than a parameter: `users/kpi` is not a user.
    const [best] = fitting.sort((one, other) => parametersIn(one) - parametersIn(other));
    const path = best ?? segments.map((segment) => (ID.test(segment) ? '{id}' : segment));
    return `${target.baseUrl}/${path.join('/')}${query}`;
  };
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, index) => part.startsWith('{') || part === segments[index])
  );
}

function parametersIn(template: readonly string[]): number {
  return template.filter((part) => part.startsWith('{')).length;
}
