import { extname } from 'node:path';
import { Document, isMap, isNode, isSeq, Pair, parseDocument, Scalar, stringify, type YAMLMap } from 'yaml';
import type { Baseline, BaselineEntry } from '../../schemas/generated/touchstone.js';
import type { RenewedEntry } from './renew-baseline.js';

const SCHEMA = './node_modules/touchstone/schemas/touchstone/baseline.schema.json';
const YAML_OPTIONS = { lineWidth: 0, flowCollectionPadding: false };

/** A new baseline as text: JSON for a file named `.json`, otherwise YAML. */
export function baselineText(file: string, baseline: Baseline): string {
  if (isJson(file)) return json({ $schema: SCHEMA, ...baseline });
  return `# yaml-language-server: $schema=${SCHEMA}\n${stringify(baseline, YAML_OPTIONS)}`;
}

/** The text of a baseline after an update; YAML keeps its comments and the order of its keys. */
export function renewedText(
  file: string,
  text: string,
  seed: number,
  entries: readonly RenewedEntry[],
  added: readonly BaselineEntry[],
): string {
  const document = parseDocument(text);
  if (isJson(file)) {
    const kept = entries.flatMap(({ is }) => is ?? []);
    return json({ ...(document.toJS() as Baseline), seed, accepted: [...kept, ...added] });
  }
  document.set('seed', seed);
  const list = document.get('accepted');
  if (!isSeq(list)) throw new Error('a valid baseline has a list of entries');
  for (const [index, { was, is }] of entries.entries()) {
    const entry = list.get(index);
    if (is !== null && is !== was && isMap(entry)) narrow(entry, is);
  }
  list.items = list.items.filter((_item, index) => entries[index]?.is !== null);
  for (const entry of added) list.add(document.createNode(entry));
  list.flow = false;
  return document.toString(YAML_OPTIONS);
}

function isJson(file: string): boolean {
  return extname(file).toLowerCase() === '.json';
}

function json(baseline: object): string {
  return `${JSON.stringify(baseline, null, 2)}\n`;
}

/** Makes an entry of a document accept what another entry accepts, and changes nothing else in it. */
function narrow(entry: YAMLMap, { check, findings }: BaselineEntry): void {
  const places = entry.get('findings');
  if (findings === undefined) entry.set('check', check);
  else if (isMap(places)) narrowPlaces(places, findings);
  else replaceChecks(entry, findings);
}

/** Writes `findings` in the place of `check` and `finding`, with their comments. */
function replaceChecks(entry: YAMLMap, findings: NonNullable<BaselineEntry['findings']>): void {
  const isOld = ({ key }: YAMLMap['items'][number]) => ['check', 'finding'].includes(String(key));
  const nodes = entry.items.filter(isOld).flatMap(({ key, value }) => [key, value]);
  const comments = nodes.flatMap((node) => (isNode(node) ? [node.commentBefore, node.comment] : []));
  const key = new Scalar('findings');
  const text = comments.filter((comment) => comment !== undefined && comment !== null).join('\n');
  if (text !== '') key.commentBefore = text;
  const at = entry.items.findIndex(isOld);
  entry.items = entry.items.filter((pair) => !isOld(pair));
  entry.items.splice(at, 0, new Pair(key, new Document(findings).contents));
}

function narrowPlaces(places: YAMLMap, findings: NonNullable<BaselineEntry['findings']>): void {
  places.items = places.items.filter(({ key }) => Object.hasOwn(findings, String(key)));
  for (const [check, wanted] of Object.entries(findings)) {
    const known = places.get(check);
    if (isSeq(known)) known.items = known.items.filter((item) => wanted.includes(String(item)));
    else places.set(check, new Document(wanted).contents);
  }
}
