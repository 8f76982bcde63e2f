/** Values with one kind of quote, which need no escape within quotes of the other kind. */
export const QUOTED = [
  ["touchstone's", '"'],
  ['touch"stone', "'"],
] as const;
