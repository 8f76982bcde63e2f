/** Members that are index-keyed objects in the document: their keys depend on the record. */
export const INDEX_KEYED: ReadonlySet<string> = new Set([
  'discoveryTypes',
  'roles',
  'certifications',
  'failed',
  '_links',
]);

const RECORD_KEY = new RegExp(`(/(?:${[...INDEX_KEYED].join('|')}))/(?!\\*\\*(?:/|$))[^/]+(?=/|$)`, 'g');
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** A JSON Pointer with a star for every index. */
export function starred(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}

/**
 * The kind of place that a finding is at: the same for every record, with a star for every index, every key of an
 * index-keyed object, and every UUID.
 */
export function kindOfPlace(at: string): string {
  return starred(at.replace(UUID, '*')).replace(RECORD_KEY, '$1/*');
}

/** The place of a finding as messages name it: the empty JSON Pointer, which no reader would see, is the whole body. */
export function placeName(at: string): string {
  return at === '' ? 'the whole body' : at;
}
