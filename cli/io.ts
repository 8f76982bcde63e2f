import type { Services } from './services.js';

/** A stream that text is written to. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** The width of the terminal in characters. */
  readonly columns?: number;
}

/** The world around the command, so that it can be run without a process of its own. */
export interface Io {
  /** The arguments after the name of the command. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths start from. */
  readonly cwd: string;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly services: Services;
  /** Asks a question to be answered with yes or no; absent where no person is at the terminal. */
  readonly confirm?: (question: string) => Promise<boolean>;
  /** Calls `listener` at each SIGINT, SIGTERM and SIGHUP, until the function that it returns is called. */
  onInterrupt(listener: () => void): () => void;
  /** Ends the process at once. */
  exit(code: number): void;
}

/** The width that text is set to, in characters: that of the terminal, or 100 where there is none. */
export function widthOf({ columns }: Output): number {
  return Math.min(columns ?? 100, 140);
}
