import type { JudgeRule } from '../../engine/run/rule.js';
import { isRecord } from '../../engine/session/page.js';
import { isAgreementArea, isList, isRead } from './applies.js';

const PAGE = 'page_number';

/**
 * A `next` link leads to the following page: a client that follows one to the page that it is on never ends. Which links
 * a list has is unspecified, and so is how they name a page: only one that names it as requests do is judged.
 */
export const nextLinks: JudgeRule = {
  id: 'relations.next-links',
  clause: 'relations.links-followed',
  needs: ['answer'],
  appliesTo: (operation) => isRead(operation) && isList(operation) && isAgreementArea(operation),
  judge({ body, query }, report) {
    const links = isRecord(body) && Array.isArray(body._links) ? body._links : [];
    const own = Number(query[PAGE] ?? 1);
    links.forEach((link, index) => {
      if (!isRecord(link) || String(link.rel).toLowerCase() !== 'next') return;
      const named = pageOfLink(String(link.href));
      if (named === null || named > own) return;
      const message = `the next link of page ${own} leads to page ${named}`;
      report({ at: `/_links/${index}/href`, expected: `page ${own + 1}`, actual: String(link.href), message });
    });
    return links.some(isRecord);
  },
};

/** The number of the page that a link names; `null` if it names none. */
function pageOfLink(href: string): number | null {
  const [, query = ''] = href.split('?', 2);
  const text = new URLSearchParams(query).get(PAGE) ?? '';
  return /^[1-9]\d*$/.test(text) ? Number(text) : null;
}
