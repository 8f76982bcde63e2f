import type { Answer } from '../../engine/client/answer.js';

/** Whether the media type of a response is JSON: `application/json`, or a structured suffix (RFC 6839). */
export function isJson(answer: Answer): boolean {
  return answer.mediaType === 'application/json' || answer.mediaType.endsWith('+json');
}
