import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FENCE = /^ *(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n *\1/gm;

/** A page without its code blocks, which contain no links and headings. */
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

/** The links of a page that do not lead to another site. */
function linksIn(text: string): string[] {
  const links = [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !/^[a-z]+:/i.test(link));
}

/** The files and folders that a page links to, absolute. */
export function linkedFrom(path: string, text: string): string[] {
  const files = linksIn(text).map((link) => link.replace(/#.*$/, ''));
  return files.filter((file) => file !== '').map((file) => join(dirname(path), file));
}

/** The broken links of a page: to a missing file or a missing heading. */
export function deadLinks(path: string, text: string): string[] {
  return linksIn(text).filter((link) => {
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
  // A # starts a comment unless it is inside a word.
  return [...blocks, ...spans].map((code) => code.replace(/(^|\s)#.*$/, '').trim());
}
