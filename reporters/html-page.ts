import { createHash } from 'node:crypto';

interface HtmlPage {
  /** The title, escaped. */
  readonly title: string;
  /** The Content-Security-Policy: what the page may load and run. */
  readonly policy: string;
  readonly style: string;
  /** The markup of the body. */
  readonly body: string;
}

/** A whole HTML page in one file. It sends no address of its own to the sites that it links to. */
export function htmlPage({ title, policy, style, body }: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** A Content-Security-Policy source expression that allows exactly this text. */
export function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
