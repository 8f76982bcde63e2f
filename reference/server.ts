import { setTimeout as wait } from 'node:timers/promises';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
} from 'fastify';
import type { Operation } from '../contract/types.js';
import type { Context, ServerState } from './behaviour.js';
import { answerClientError } from './client-error.js';
import type { Answer } from './model.js';
import { noOperation } from './no-operation.js';
import { Refusal } from './refusal.js';
import { methodsAt, type Route } from './routes.js';

const BODY_LIMIT = 1024 * 1024;
/** The ids of Delete subscription users are in the path, so a path can be as long as the ids of a page of users. */
const PATH_LIMIT = 64 * 1024;
export const MAX_HEADER_SIZE = 2 * PATH_LIMIT;

/** No route has a schema, but Fastify would load its schema compilers anyway, which takes most of the startup time. */
const noCompiler = (): never => {
  throw new Error('the reference has no routes with schemas');
};

/** A Fastify server for the routes: it creates a context for every request and leaves all decisions to the steps. */
export function createServer(
  routes: readonly Route[],
  state: ServerState,
  latencyMs: number,
  serverFactory: FastifyServerFactory | null = null,
): FastifyInstance {
  const app = Fastify({
    ...(serverFactory && { serverFactory }),
    bodyLimit: BODY_LIMIT,
    clientErrorHandler: answerClientError,
    forceCloseConnections: true,
    // Fastify rejects a malformed URL before its hooks run, so such a request is authorized here.
    frameworkErrors: (_error, request, reply) => {
      const context = contextOf(request, state);
      send(reply, context, () => {
        context.steps.authorize(context);
        throw new Refusal(400, 'The URL is malformed');
      }).catch(() => reply.raw.destroy());
    },
    http: { maxHeaderSize: MAX_HEADER_SIZE },
    routerOptions: { maxParamLength: PATH_LIMIT },
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
  });

  async function send(reply: FastifyReply, context: Context, produce: () => Answer): Promise<FastifyReply> {
    const { status, headers, text, write } = await context.steps.respond(answerOf(context, produce), context);
    if (latencyMs > 0) await wait(latencyMs);
    if (write !== undefined) {
      reply.hijack();
      write(reply.raw);
      return reply;
    }
    // Fastify would add a charset to the media type of a text, so it gets bytes.
    return reply
      .code(status)
      .headers(headers)
      .send(text === null ? undefined : Buffer.from(text));
  }

  app.decorateRequest('call');
  const callOf = (request: FastifyRequest) => request.getDecorator<Context>('call');
  app.addHook('onRequest', async (request, reply) => {
    const context = contextOf(request, state);
    request.setDecorator('call', context);
    try {
      context.steps.authorize(context);
    } catch (error) {
      return send(reply, context, refusing(error));
    }
  });

  // Every media type is read as text; the step `readBody` checks which one the operation accepts.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  for (const { method, url, operations } of routes) {
    app.route({
      method,
      url,
      config: { operations },
      handler: (request, reply) => {
        const context = callOf(request);
        if (typeof request.body === 'string') context.body = request.body;
        return send(reply, context, () => context.steps.perform(context));
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const allow = methodsAt(routes, request.url).join(', ');
    const refusal =
      allow === ''
        ? new Refusal(404, 'There is no such path')
        : new Refusal(405, 'This path does not support this method', { allow });
    return send(reply, callOf(request), refusing(refusal));
  });
  // Only errors that Fastify itself finds get here, such as a body that is too large.
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const { statusCode = 500, message } = error;
    return send(reply, callOf(request), refusing(statusCode < 500 ? new Refusal(statusCode, message) : error));
  });
  return app;
}

function refusing(error: unknown): () => never {
  return () => {
    throw error;
  };
}

function answerOf(context: Context, produce: () => Answer): Answer {
  try {
    return produce();
  } catch (error) {
    return context.steps.refuse(error, context);
  }
}

function contextOf(request: FastifyRequest, state: ServerState): Context {
  const params = (request.params ?? {}) as Context['params'];
  const { operations = [] } = request.routeOptions.config as { operations?: readonly Operation[] };
  return {
    ...state,
    operation: operationOf(operations, params, state),
    params,
    query: request.query as Context['query'],
    url: request.raw.url ?? '',
    headers: request.headers,
  };
}

/** The operation of a route; if the two Get task operations share it, that of the area of the task. */
function operationOf(operations: readonly Operation[], params: Context['params'], { tasks }: ServerState): Operation {
  const [first = noOperation, ...others] = operations;
  if (others.length === 0) return first;
  const area = tasks.get((params.id ?? '').toLowerCase())?.area;
  return others.find((operation) => operation.area === area) ?? first;
}
