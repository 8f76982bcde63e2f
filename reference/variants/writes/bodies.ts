import type { Context } from '../../behaviour.js';
import type { Row } from '../../model.js';
import { Refusal } from '../../refusal.js';

export const isUpdate = ({ operation }: Context): boolean => operation.binding.method === 'PATCH';
export const isBulkUpdate = ({ operation }: Context): boolean => operation.binding.method === 'POST';
export const isDeletion = ({ operation }: Context): boolean => operation.binding.method === 'DELETE';
export const isTask = ({ operation }: Context): boolean => operation.success.schema === 'task';

/** Refuses a request that the document does not promise to accept. */
export function refuse400(message: string): never {
  throw new Refusal(400, message);
}

/** A JSON text as an object; undefined if it is none. */
export function objectOf(text: string | undefined): Row | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : undefined;
  } catch {
    return undefined;
  }
}

/** The number of members that Update user and Update application require. */
export const requiredMembers = ({ operation }: Context): number => (operation.area === 'users' ? 3 : 8);
