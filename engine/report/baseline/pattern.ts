import { kindOfPlace } from '../../../schemas/json-pointer.js';

type Path = readonly string[];

/**
 * A predicate over ids of checks, or places of findings, from a pattern: `*` stands for any characters but a slash, and
 * for every index of a JSON Pointer; `**` for any number of segments, none included. Every other character is itself: member names may
 * contain the characters that `matchesGlob` interprets, such as brackets.
 */
export function pattern(text: string): (path: string) => boolean {
  const segments = kindOfPlace(text).split('/');
  return (path) => matches(segments, kindOfPlace(path).split('/'));
}

function matches([first, ...others]: Path, path: Path): boolean {
  if (first === undefined) return path.length === 0;
  if (first === '**') return matches(others, path) || (path.length > 0 && matches([first, ...others], path.slice(1)));
  const [segment, ...rest] = path;
  return segment !== undefined && segmentMatches(first, segment) && matches(others, rest);
}

function segmentMatches(wanted: string, segment: string): boolean {
  if (!wanted.includes('*')) return wanted === segment;
  const parts = wanted.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'su').test(segment);
}
