/** The oldest major version of Node that its maintainers support. Older ones work, as far as package.json says so. */
const SUPPORTED = 22;

/**
 * The line about a version of Node whose support has ended; `null` for a supported one, and with TOUCHSTONE_NODE_WARNING=off
 * in the environment.
 */
export function nodeWarning(version: string, env: Readonly<Record<string, string | undefined>>): string | null {
  const major = Number(version.split('.')[0]);
  if (major >= SUPPORTED || env.TOUCHSTONE_NODE_WARNING === 'off') return null;
  return `Node ${major} gets no security fixes any more; use Node ${SUPPORTED} or newer (TOUCHSTONE_NODE_WARNING=off hides this line)`;
}
