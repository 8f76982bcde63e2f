import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FENCE = /^ *(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n *\1/gm;

/** A page without its code, in which nothing is a link or a heading. */
function proseOf(text: string): string {
  return text.replace(FENCE, '').replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''));
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

function anchorsIn(text: string): string[] {
  return [...proseOf(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

/** The links of a page of the repository that lead to no file of it, or to no heading of that file. */
export function deadLinks(path: string, text: string): string[] {
  const links = [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/i.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsIn(file === '' ? text : readFileSync(target, 'utf8')).includes(anchor);
  });
}

/** Each piece of code of a page: a span, or a command of a block with the lines that continue it. */
export function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(FENCE)].flatMap(([, , code = '']) => code.replace(/\\\n\s*/g, ' ').split('\n'));
  const spans = [...text.replace(FENCE, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace(/\s+/g, ' '));
  // What follows a # is a comment, unless it stands in a word.
  return [...blocks, ...spans].map((code) => code.replace(/(^|\s)#.*$/, '').trim());
}
