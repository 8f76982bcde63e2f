import type { Path } from './mask-pattern.js';

/** A string, a number or a word of a JSON text; the last one may be cut. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/gs;

/** A container that the scan is in: the key of the current member, or its index. */
interface Frame {
  readonly isArray: boolean;
  key: string;
  index: number;
  expectsKey: boolean;
}

/**
 * Replaces scalars of a JSON text, which may end anywhere: evidence is cut. `change` gets the token of each value with its
 * path below `base`, and returns what stands there instead; keys are left as they are.
 */
export function mapScalars(text: string, change: (token: string, path: Path) => string, base: Path = []): string {
  const frames: Frame[] = [];
  return text.replace(TOKEN, (token) => {
    const frame = frames.at(-1);
    switch (token) {
      case '{':
      case '[':
        frames.push({ isArray: token === '[', key: '', index: 0, expectsKey: token === '{' });
        return token;
      case '}':
      case ']':
        frames.pop();
        return token;
      case ',':
        if (frame !== undefined) {
          frame.index += 1;
          frame.expectsKey = !frame.isArray;
        }
        return token;
      case ':':
        return token;
      default:
        if (frame?.expectsKey) {
          frame.expectsKey = false;
          frame.key = stringOf(token) ?? token;
          return token;
        }
        return change(token, [...base, ...frames.map(({ isArray, key, index }) => (isArray ? `${index}` : key))]);
    }
  });
}

/** The value of a string token, which may be cut; `null` for another token. */
export function stringOf(token: string): string | null {
  if (!token.startsWith('"')) return null;
  try {
    return JSON.parse(token) as string;
  } catch {
    return token.replace(/^"|"$/g, '').replace(/\\u?[0-9a-f]{0,3}$/i, '');
  }
}
