import { UsageError } from '../../engine/usage-error.js';

/** Parses a YAML config file; throws a UsageError that names the file and the line. */
export async function parseYaml(file: string, content: string): Promise<unknown> {
  const { LineCounter, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  // Without pretty errors a message holds nothing of the file, which may hold a secret.
  const document = parseDocument(content, { lineCounter, prettyErrors: false, logLevel: 'error' });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line } = lineCounter.linePos(error.pos[0]);
    throw new UsageError(
      `${file}:${line}: not valid YAML: ${error.message}`,
      'Put it right at that line, or just before it.',
    );
  }
  return document.toJS();
}
