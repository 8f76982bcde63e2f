import type { Answer } from './answer.js';

/** What common servers respond to plain HTTP on a port for TLS. */
const PLAIN_HTTP =
  /plain HTTP request was sent to HTTPS port|sent an HTTP request to an HTTPS server|speaking plain HTTP to an SSL-enabled/i;

/** Whether a response says that the port expects TLS. */
export function expectsTls(answer: Answer): boolean {
  return answer.status === 400 && PLAIN_HTTP.test(answer.beginning(2000));
}

/** Whether a response is a page for a browser. */
export function isHtml(answer: Answer): boolean {
  return answer.mediaType === 'text/html' || /^\s*<(!doctype|html)/i.test(answer.beginning(100));
}

/** Whether a response does not come from an interface for programs: a page, or a redirect, such as to a login. */
export function isOfOtherServer(answer: Answer): boolean {
  return isHtml(answer) || (answer.status >= 300 && answer.status < 400);
}
