/** A request body, or a part of one. */
export type JsonObject = Readonly<Record<string, unknown>>;
