import { type Node, type ParseError, parseTree } from 'jsonc-parser';

/** A body as indented text, with the ranges (from, to) to mark in it. */
export interface Printed {
  readonly text: string;
  readonly marks: readonly (readonly [number, number])[];
  /** Whether the marked ranges are what the pointer refers to; otherwise they are the nearest existing ancestor. */
  readonly found: boolean;
}

/** The nodes that a JSON Pointer refers to (`*` is any index), or the nearest existing ones if `found` is false. */
function follow(root: Node, pointer: string): { nodes: Node[]; found: boolean } {
  let nodes = [root];
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const next = nodes.flatMap((node) => stepInto(node, key));
    if (next.length === 0) return { nodes, found: false };
    nodes = next;
  }
  return { nodes, found: true };
}

function stepInto(node: Node, key: string): Node[] {
  const { type, children = [] } = node;
  if (type === 'property') return children.slice(1).flatMap((value) => stepInto(value, key));
  if (type === 'array') return key === '*' ? children : children.slice(Number(key), Number(key) + 1);
  // Of duplicate names the last one counts, as in JSON.parse.
  const member = children.findLast(({ children: [name] = [] }) => name?.value === key);
  return member === undefined ? [] : [member];
}

/**
 * Indents a JSON body, which may be truncated, and marks the place of a pointer. Numbers and strings keep their original
 * notation. `null` if the body is not JSON.
 */
export function printedJson(body: string, pointer: string, truncated: boolean): Printed | null {
  try {
    const errors: ParseError[] = [];
    const root = parseTree(body, errors, { disallowComments: true });
    if (root === undefined || (errors.length > 0 && !(truncated && /^\s*[[{]/.test(body)))) return null;
    const { nodes, found } = follow(root, pointer);
    return { ...print(body, root, new Set(nodes)), found };
  } catch (error) {
    // A body that is nested too deeply for recursion is shown unformatted.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function print(body: string, root: Node, marked: ReadonlySet<Node>): Omit<Printed, 'found'> {
  let text = '';
  const marks: [number, number][] = [];
  const walk = (node: Node, indent: string): void => {
    const start = text.length;
    const { type, children = [], offset, length } = node;
    if (type === 'property') {
      const [name, value] = children;
      if (name !== undefined) walk(name, indent);
      text += ': ';
      if (value !== undefined) walk(value, indent);
    } else if ((type === 'object' || type === 'array') && children.length > 0) {
      const [open, close] = type === 'object' ? '{}' : '[]';
      text += open;
      for (const [index, child] of children.entries()) {
        text += `${index === 0 ? '' : ','}\n${indent}  `;
        walk(child, `${indent}  `);
      }
      text += `\n${indent}${close}`;
    } else {
      text += body.slice(offset, offset + length);
    }
    if (marked.has(node)) marks.push([start, text.length]);
  };
  walk(root, '');
  return { text, marks: marks.sort(([a], [b]) => a - b) };
}
