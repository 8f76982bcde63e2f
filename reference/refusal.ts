/** An intended error response: thrown by a step, and turned into an error body at the end. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.headers = headers;
  }
}

/** A 400 for an expression of the caller; `position` is an offset from 0, and the message counts from 1. */
export function malformed(what: 'filter' | 'sort', position: number, problem: string): Refusal {
  return new Refusal(400, `${what}: ${problem} (at character ${position + 1})`);
}
