import type { Document, LineCounter } from 'yaml';
import { UsageError } from '../../engine/target/usage-error.js';

/** The position in a file of the value at a JSON Pointer: `:line:column`; empty if it is unknown. */
export type Places = (pointer: string) => string;

async function parsed(file: string, content: string): Promise<{ document: Document; lines: LineCounter }> {
  const { LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  // Pretty errors quote the file, which may contain a secret.
  const document = parseDocument(content, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const [error] = document.errors;
  if (error === undefined) return { document, lines };
  const { line } = lines.linePos(error.pos[0]);
  throw new UsageError(
    `${file}:${line}: not valid YAML: ${error.message}`,
    'Correct that line, or the line before it.',
  );
}

/** Parses a YAML config file; throws a UsageError that names the file and the line. */
export async function parseYaml(file: string, content: string): Promise<unknown> {
  return (await parsed(file, content)).document.toJS();
}

/** As `parseYaml`, with the position of each part of the content. */
export async function parseYamlWithPlaces(
  file: string,
  text: string,
): Promise<{ readonly content: unknown; readonly placeOf: Places }> {
  const { isMap, isNode, isScalar } = await import('yaml');
  const { document, lines } = await parsed(file, text);
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
  return { content: document.toJS(), placeOf };
}
