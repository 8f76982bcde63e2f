export const wireForms = ['object', 'array'] as const;

/** How index-keyed objects are sent: as the document writes them, or as plain arrays, which is a declared difference. */
export type WireForm = (typeof wireForms)[number];
