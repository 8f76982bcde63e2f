import type { Dispatcher } from 'undici';
import { decode } from './body.js';

/** A request as it leaves the client; `path` is absolute and carries its encoded query. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body of a write. */
  readonly body?: string;
}

/** A whole response: `headers` have lower-case names, and `body` has no content coding. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Exchanges a request for its response; rejects with the error of the connection. */
export type RoundTrip = (request: WireRequest) => Promise<WireResponse>;

/**
 * An undici interceptor that replaces whole exchanges: `wrap` gets the round trip to the target and returns the one that
 * the client sees. It can replace the path and the headers of a request, not its body.
 */
export function interceptorOf(wrap: (next: RoundTrip) => RoundTrip): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const next: RoundTrip = (request) =>
      new Promise((resolve, reject) => {
        const { path, headers } = request;
        dispatch({ ...options, path, headers }, new Collector(resolve, reject));
      });
    const controller = new IdleController();
    handler.onRequestStart?.(controller, {});
    wrap(next)({
      method: options.method,
      path: options.path,
      headers: options.headers as WireRequest['headers'],
      ...(typeof options.body === 'string' && { body: options.body }),
    }).then(
      ({ status, headers, body }) => {
        handler.onResponseStart?.(controller, status, { ...headers }, '');
        if (body.length > 0) handler.onResponseData?.(controller, body);
        handler.onResponseEnd?.(controller, {});
      },
      (error: unknown) => handler.onResponseError?.(controller, error as Error),
    );
    return true;
  };
}

/** The controller of a response that is there as a whole: there is nothing to pause. */
class IdleController implements Dispatcher.DispatchController {
  aborted = false;
  paused = false;
  reason: Error | null = null;

  abort(reason: Error): void {
    this.aborted = true;
    this.reason = reason;
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }
}

/** Collects a response as a whole. */
class Collector implements Dispatcher.DispatchHandler {
  #status = 0;
  #headers: Record<string, string> = {};
  readonly #chunks: Buffer[] = [];

  constructor(
    private readonly resolve: (response: WireResponse) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  onRequestStart(): void {}

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    this.#status = status;
    this.#headers = flatten(headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const { 'content-encoding': coding, 'content-length': _, ...headers } = this.#headers;
    decode(Buffer.concat(this.#chunks), coding).then(
      (body) => this.resolve({ status: this.#status, headers, body }),
      this.reject,
    );
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.reject(error);
  }
}

/** Headers with one value for each name. */
function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const entries = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]));
}
