import { parseBaseUrl } from './target.js';
import { UsageError } from './usage-error.js';

/** What decides to which base URL requests go where a file names one. */
export interface BaseUrlChoice {
  /** The base URL that the person gave; it decides. */
  readonly given: string | undefined;
  /** The base URL that the file names. */
  readonly named: string;
  /** The file, as a message names it. */
  readonly file: string;
  /** Whether a token or headers would be sent along. */
  readonly hasCredentials: boolean;
  /** Asks the person to confirm a question with yes or no; absent where nobody is there to answer. */
  readonly confirm?: (question: string) => Promise<boolean>;
  /** The command that gives the base URL. */
  readonly command: string;
}

/**
 * The base URL that requests go to. A file that was found somewhere does not decide to whom a credential is sent: the
 * person gives the URL, or confirms it. Without credentials this machine is reached without a question. Throws a
 * UsageError that names the host where nobody has given or confirmed it.
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

function isLoopback(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
