/** A sort by a field that no list has. */
export const UNKNOWN_FIELD_SORT = 'touchstoneNoSuchField:asc';

/** A sort with a direction that does not exist, by a field that the list has: an unknown one may be rejected for its name. */
export const sideways = (field: string): string => `${field}:sideways`;
