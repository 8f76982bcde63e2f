/** A body of a request, or a part of it. */
export type JsonObject = Readonly<Record<string, unknown>>;
