import type { Services } from './services.js';

/** An output stream. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** The width of the terminal in characters. */
  readonly columns?: number;
}

/** The environment of the command, so that tests can run it without a separate process. */
export interface Io {
  /** The arguments after the name of the command. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The version of Node: 22.1.0. */
  readonly nodeVersion: string;
  /** The folder that relative paths are resolved against. */
  readonly cwd: string;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly services: Services;
  /** Prompts for yes or no; absent without an interactive terminal. */
  readonly confirm?: (question: string) => Promise<boolean>;
  /** Calls `listener` at each SIGINT, SIGTERM and SIGHUP; the returned function removes it. */
  onInterrupt(listener: () => void): () => void;
  /** Exits the process at once. */
  exit(code: number): void;
}

/** The line width in characters: that of the terminal, or 100 without one. */
export function widthOf({ columns }: Output): number {
  return Math.min(columns ?? 100, 140);
}
