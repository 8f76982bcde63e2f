import { recordsOf } from '../../engine/run/judge-state.js';
import type { JudgeRule } from '../../engine/run/rule.js';
import { isRecord, type JsonRecord } from '../../engine/session/page.js';
import { isSameId } from '../../engine/session/same-id.js';
import { hasPathParameters, isAgreementArea, isList } from './applies.js';

/** By the rel of a link: the field with the id of the record that it leads to. Other rels may lead anywhere. */
const FIELDS: Readonly<Record<string, string>> = { self: 'id', periods: 'id', type: 'typeId', parent: 'parentId' };
/** The rels of the links of a list that lead to the same list. */
const PAGES = ['self', 'first', 'prev', 'previous', 'next', 'last'];

const UUID = /^\{?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\}?$/i;

/**
 * The link to a record itself, to its periods or its type names that record, and the links of a child list name its
 * parent. Which links there are is unspecified, and so is their form: only those that contain UUIDs are judged.
 */
export const ownLinks: JudgeRule = {
  id: 'relations.own-links',
  clause: 'relations.own-links',
  needs: ['answer'],
  // The records of the other lists document no links.
  appliesTo: (operation) => hasPathParameters(operation) && isAgreementArea(operation),
  judge({ operation, body, params }, report) {
    let hasDecided = false;
    const judge = (owner: unknown, place: string, idsFor: (rel: string) => readonly string[]) => {
      for (const { link, index } of linksOf(owner)) {
        const known = idsFor(String(link.rel).toLowerCase());
        const named = idsIn(String(link.href));
        if (known.length === 0 || named.length === 0) continue;
        hasDecided = true;
        if (named.some((id) => known.some((own) => isSameId(own, id)))) continue;
        const message = `the link ${link.rel} leads to ${named.at(-1)}, but its own record is ${known[0]}`;
        const expected = `a link with the id ${known[0]}`;
        report({ at: `${place}/_links/${index}/href`, expected, actual: String(link.href), message });
      }
    };
    const requested = Object.values(params).flatMap(uuidOf);
    const ofRecord = (record: JsonRecord) => (rel: string) => [
      ...uuidOf(record[FIELDS[rel] ?? '']),
      // A period may link to the periods that it is one of.
      ...(['self', 'periods'].includes(rel) && uuidOf(record.id).length > 0 ? requested : []),
    ];
    if (isList(operation)) judge(body, '', (rel) => (PAGES.includes(rel) ? requested : []));
    recordsOf(operation, body).forEach((record, index) => {
      const place = isList(operation) ? `/items/${index}` : '';
      if (isRecord(record)) judge(record, place, ofRecord(record));
    });
    return hasDecided;
  },
};

/** The links of a list or of a record, with their places. */
export function linksOf(owner: unknown): { readonly link: JsonRecord; readonly index: number }[] {
  const links = isRecord(owner) && Array.isArray(owner._links) ? owner._links : [];
  return links.flatMap((link, index) => (isRecord(link) ? [{ link, index }] : []));
}

/** The UUID that a value is, in an array; empty if it is none. */
function uuidOf(value: unknown): string[] {
  const id = UUID.exec(typeof value === 'string' ? value : '')?.[1];
  return id === undefined ? [] : [id];
}

/** The UUIDs among the segments of the path of a link. */
function idsIn(href: string): string[] {
  const [path = ''] = href.split(/[?#]/, 1);
  return path
    .replaceAll(/%7b|%7d/gi, '')
    .split('/')
    .flatMap(uuidOf);
}
