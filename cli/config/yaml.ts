import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { UsageError } from '../../engine/target/usage-error.js';
import { yamlExcess } from './yaml-excess.js';

/** How many nodes all aliases of a file may stand for. */
const MAX_ALIASES = 100;
const TOO_DEEP = 'it is nested too deeply';

/** The position in a file of the value at a JSON Pointer: `:line:column`; empty if it is unknown. */
export type Places = (pointer: string) => string;

function parsed(file: string, content: string): { document: Document; lines: LineCounter } {
  const excess = yamlExcess(content);
  if (excess !== null) throw unreadable(file, excess);
  const lines = new LineCounter();
  // Pretty errors quote the file, which may contain a secret.
  const document = documentIn(file, content, lines);
  const [error] = document.errors;
  if (error !== undefined && /call stack size exceeded/.test(error.message)) throw unreadable(file, TOO_DEEP);
  const [at, message] =
    error === undefined ? [repeatedKey(document), 'Map keys must be unique'] : [error.pos[0], error.message];
  if (at === null) return { document, lines };
  const { line } = lines.linePos(at);
  throw new UsageError(`${file}:${line}: not valid YAML: ${message}`, 'Correct that line, or the line before it.');
}

/** Where the first map with the same key twice has the second one; `null` if none has. The parser compares each pair of keys. */
function repeatedKey(document: Document): number | null {
  let found: number | null = null;
  visit(document, {
    Map(_key, { items }) {
      const known = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (known.has(key.value)) {
          found = key.range?.[0] ?? 0;
          return visit.BREAK;
        }
        known.add(key.value);
      }
      return undefined;
    },
  });
  return found;
}

/** A document, with its errors; how deeply it may be nested depends on the stack. */
function documentIn(file: string, content: string, lineCounter: LineCounter): Document {
  try {
    return parseDocument(content, { lineCounter, prettyErrors: false, logLevel: 'error', uniqueKeys: false });
  } catch (error) {
    if (error instanceof RangeError) throw unreadable(file, TOO_DEEP);
    throw error;
  }
}

function unreadable(file: string, problem: string): UsageError {
  return new UsageError(`${file}: cannot be read: ${problem}`, 'Give a smaller file.');
}

/**
 * The value of a document; throws a UsageError if its aliases refer to what contains them, or multiply what they refer
 * to.
 */
function contentOf(file: string, document: Document): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    JSON.stringify(value);
    return value;
  } catch {
    throw new UsageError(`${file}: its aliases have no end, or are too many`, 'Write the values without aliases.');
  }
}

/** Parses a YAML config file; throws a UsageError that names the file and the line. */
export function parseYaml(file: string, content: string): unknown {
  return contentOf(file, parsed(file, content).document);
}

/** As `parseYaml`, with the position of each part of the content. */
export function parseYamlWithPlaces(
  file: string,
  text: string,
): { readonly content: unknown; readonly placeOf: Places } {
  const { document, lines } = parsed(file, text);
  const at = (offset: number | undefined) => {
    if (offset === undefined) return '';
    const { line, col } = lines.linePos(offset);
    return `:${line}:${col}`;
  };
  const placeOf: Places = (pointer) => {
    const path = pointer
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const parent: unknown = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
    const key = isMap(parent)
      ? parent.items.find((pair) => isScalar(pair.key) && pair.key.value === path.at(-1))
      : null;
    if (key && isNode(key.key)) return at(key.key.range?.[0]);
    const node: unknown = path.length > 0 ? document.getIn(path, true) : document.contents;
    return isNode(node) ? at(node.range?.[0]) : '';
  };
  return { content: contentOf(file, document), placeOf };
}
