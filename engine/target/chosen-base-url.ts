import { parseBaseUrl } from './target.js';
import { UsageError } from './usage-error.js';

/** What decides which base URL is used when a file names one. */
export interface BaseUrlChoice {
  /** The base URL that the user gave; it takes precedence. */
  readonly given: string | undefined;
  /** The base URL that the file names. */
  readonly named: string;
  /** The file, as a message names it. */
  readonly file: string;
  /** Whether a token or headers would be sent along. */
  readonly hasCredentials: boolean;
  /** Asks the user to confirm; absent when no user can answer. */
  readonly confirm?: (question: string) => Promise<boolean>;
  /** The command to suggest, with the base URL as an option. */
  readonly command: string;
}

/**
 * The base URL that requests are sent to. A file alone never decides who receives a credential: the user gives the URL
 * or confirms it. Without credentials, a loopback address needs no confirmation. Throws a UsageError that names the
 * host when the user has neither given nor confirmed it.
 */
export async function chosenBaseUrl(choice: BaseUrlChoice): Promise<string> {
  const { given, named, file, hasCredentials, confirm, command } = choice;
  if (given !== undefined) return given;
  const { host, hostname } = parseBaseUrl(named);
  if (!hasCredentials && isLoopback(hostname)) return named;
  const what = hasCredentials ? 'Your credentials' : 'Requests';
  if (await confirm?.(`${what} would be sent to ${host} (${named}), the base URL in ${file}. Continue?`)) return named;
  throw new UsageError(
    `${file} names the host ${host}, and ${what.toLowerCase()} are only sent to a base URL that you give or confirm`,
    `If the host is correct, run: ${command}`,
  );
}

/** Whether a host name of a URL is that of this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
