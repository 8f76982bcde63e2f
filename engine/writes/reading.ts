import type { Operation } from '../../contract/types.js';
import type { Answer } from '../client/answer.js';
import type { JsonRecord } from '../session/page.js';
import { recordIn } from '../session/record-in.js';
import type { Session } from '../session/session.js';
import { type Params, pathParameters } from '../session/world.js';

/** The response to the read of one record, with the record if it is one. */
export interface Reading {
  readonly answer: Answer;
  readonly record: JsonRecord | null;
}

/** The path parameters of an operation with one id. */
export function byId(operation: Operation, id: string): Params {
  return Object.fromEntries(pathParameters(operation).map(({ name }) => [name, id]));
}

/** Reads one record with a new request. */
export async function readById(session: Session, operation: Operation, id: string): Promise<Reading> {
  return readingOf(await session.ask({ operation, params: byId(operation, id), fresh: true }));
}

/** A response as the reading of one record. */
export function readingOf(answer: Answer): Reading {
  return { answer, record: recordIn(answer) };
}
