/**
 * Waits until all clients have ended, also if one fails, and then throws the first reason: a check that ends earlier
 * gives its records away while other clients still write to them.
 */
export async function allEnded(clients: readonly Promise<unknown>[]): Promise<void> {
  const ended = await Promise.allSettled(clients);
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
