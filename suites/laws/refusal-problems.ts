import type { Answer } from '../../engine/client/answer.js';
import { isRecord } from '../../engine/session/page.js';
import type { Difference } from '../../engine/session/seen.js';
import { type Credential, MADE_UP_CREDENTIALS } from '../../engine/target/credentials.js';
import { CREDENTIAL_WORDS } from './credential-words.js';
import { isJson } from './is-json.js';

// What is wrong with a response that rejects a request, if anything: for the rules of reads and those of writes.

const STACK_TRACE = [
  /\n\s+at .+\(?.+:\d+:\d+\)?/,
  // In a JSON text, white space may be escaped.
  /\\n(?:\s|\\t)*at [\w.<>$]+[ (]/,
  /Traceback \(most recent call last\)/,
  /\bat (?:[a-z_][\w$]*\.){2,}[\w$<>]+\([\w$]+\.(?:java|kt|scala):\d+\)/,
  /\bat [\w.<>`]+\(.*\) in .+\.cs:line \d+/,
  /\bgoroutine \d+ \[/,
  /\bpanic: .*(?:runtime error|\.go:\d+)/,
  /\/\w+\.go:\d+ \+0x[0-9a-f]+/,
  /\.rb:\d+:in `/,
];

const SQL = [
  /\bSELECT\b[^\n]{1,2000}?\bFROM\b[^\n]{1,200}?\b(?:WHERE|ORDER BY|LIMIT|JOIN)\b/,
  /\bSQLSTATE\b/,
  /\bORA-\d{5}\b/,
  /\b(?:\w+\.)*SQL\w*(?:Exception|Error)\b/,
  /\bSQL syntax\b/,
];

const INTERNALS = [
  [STACK_TRACE, 'a stack trace'],
  [SQL, 'SQL'],
] as const;

type Place = Pick<Difference, 'at' | 'expected' | 'actual'>;

/** How an error body differs from `{error: {code, message}}`. */
export function errorBodyProblem(answer: Answer): Difference | null {
  const place = placeInBody(answer);
  const message = `the ${answer.status} response does not have the documented error body`;
  return place === null ? null : { ...place, message };
}

function placeInBody(answer: Answer): Place | null {
  const { value, status } = answer;
  const error = isRecord(value) ? value.error : undefined;
  if (!isRecord(error))
    return { at: '/error', expected: 'an object', actual: answer.beginning(200) || 'an empty body' };
  if (error.code !== status)
    return { at: '/error/code', expected: `${status}`, actual: `${JSON.stringify(error.code)}` };
  if (typeof error.message === 'string') return null;
  return { at: '/error/message', expected: 'a string', actual: `${JSON.stringify(error.message)}` };
}

/** A media type other than JSON. */
export function mediaTypeProblem(answer: Answer): Difference | null {
  if (isJson(answer)) return null;
  const actual = answer.header('content-type') ?? 'no content-type';
  const message = `the content-type of a ${answer.status} response is ${actual}`;
  return { at: 'header content-type', expected: 'application/json', actual, message };
}

/** The message of an error body; `null` if it is not a string. */
export function messageOf({ value }: Answer): string | null {
  const error = isRecord(value) ? value.error : undefined;
  return isRecord(error) && typeof error.message === 'string' ? error.message : null;
}

/** An empty message. */
export function messageProblem(answer: Answer): Difference | null {
  if (messageOf(answer)?.trim() !== '') return null;
  return { at: '/error/message', expected: 'what is wrong', actual: '""', message: 'the message of an error is empty' };
}

/** A made-up credential of so few characters is only the name of a scheme, which a response may contain. */
const SCHEME = 10;

/** A made-up credential in the body: a target that repeats it shows mistyped ones too, in logs and in pages. */
export function repeatedCredentialProblem({ text, status }: Answer): Difference | null {
  const repeated = MADE_UP_CREDENTIALS.find((one) => one.length > SCHEME && text.includes(one));
  if (repeated === undefined) return null;
  return {
    at: '',
    expected: 'a response without the credential of the request',
    actual: repeated,
    message: `a ${status} response repeats the wrong credential that was sent`,
  };
}

/** A stack trace in the body, or SQL. */
export function stackTraceProblem({ text, status }: Answer): Difference | null {
  for (const [patterns, what] of INTERNALS) {
    const found = patterns.map((pattern) => pattern.exec(text)?.[0]).find((match) => match !== undefined);
    if (found === undefined) continue;
    const message = `a ${status} response contains ${what}`;
    return { at: '', expected: 'neither a stack trace nor SQL', actual: found.trim(), message };
  }
  return null;
}

/** A response to a wrong credential without the error body, or with one that is not JSON or says nothing. */
export function credentialBodyProblem(answer: Answer, credential: Credential): Difference | null {
  const response = `the ${answer.status} response to a request ${CREDENTIAL_WORDS[credential]}`;
  const body = errorBodyProblem(answer);
  if (body !== null) return { ...body, message: `${response} does not have the documented error body` };
  const other = mediaTypeProblem(answer) ?? messageProblem(answer);
  return other && { ...other, message: `${response}: ${other.message}` };
}
