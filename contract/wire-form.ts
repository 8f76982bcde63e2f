export const wireForms = ['object', 'array'] as const;

/**
 * How index-keyed objects are sent: as objects, as documented, or as arrays, which the user declares as a deviation.
 */
export type WireForm = (typeof wireForms)[number];
