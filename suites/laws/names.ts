/** Whether a value is a text that is not blank. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** A name without what two copies of it may differ in: letter case, accents, and spaces around it. */
export const foldedName = (name: string): string =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();
