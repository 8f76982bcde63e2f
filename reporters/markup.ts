import { htmlPage, sourceOf } from './html-page.js';

const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Markup that was built with `markup`, and so needs no escaping. */
export class Markup {
  constructor(readonly text: string) {}
}

type Value = string | number | Markup | readonly Markup[];

/** A template whose values are escaped, but for other markup: text of a target cannot become an element. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.reduce((text, part, index) => `${text}${textOf(values[index - 1] ?? '')}${part}`));
}

function textOf(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (character) => NAMES[character] ?? '');
}

const STYLE = `:root{color-scheme:light dark;background:#fff;color:#1b1b1b}a{color:#0b57d0}
@media(prefers-color-scheme:dark){:root{background:#16181c;color:#e8e8e8}a{color:#8ab4f8}}
body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:75rem;padding:1rem}
form.filters{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:end;padding:.5rem 0}form.filters[hidden]{display:none}
form label{display:flex;flex-direction:column;font-size:.9rem}form label.check{flex-direction:row;gap:.4rem;align-items:center}input,select,button{font:inherit;max-width:100%}:focus-visible{outline:3px solid #0b57d0}tr:target{background:#8883}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}.wide{overflow-x:auto}table{border-collapse:collapse}
caption{text-align:left;font-weight:600;padding:.3rem 0}th,td{text-align:left;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #8886;vertical-align:top}
th[scope=row]{font-weight:400}.n{text-align:right;font-variant-numeric:tabular-nums}svg{display:block}
.fail{color:#b00020}.pass{color:#1a7f37}.warning{color:#8a5a00}@media(prefers-color-scheme:dark){.fail{color:#ff7b89}.pass{color:#5fd07f}.warning{color:#e3b341}}`;

const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** A whole page that loads nothing and runs no script but `script`, a text of touchstone. */
export function page(title: string, body: Markup, script?: string): string {
  const policy = script === undefined ? POLICY : `${POLICY}; script-src ${sourceOf(script)}`;
  const end = script === undefined ? '' : `\n<script>${script}</script>`;
  return htmlPage({ title: textOf(title), policy, style: STYLE, body: `<main>\n${body.text}\n</main>${end}` });
}
