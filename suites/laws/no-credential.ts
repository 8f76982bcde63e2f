import { KeptRedaction } from '../../engine/client/kept-redaction.js';
import type { Redaction } from '../../engine/client/redaction.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { Target } from '../../engine/target/target.js';
import { isRead } from './applies.js';
import { refusals } from './refusals.js';

const REDACTIONS = new WeakMap<Target, KeptRedaction>();

/** A shorter credential may be in a text by chance: the token "token" is in most messages about credentials. */
const SHORTEST_CREDENTIAL = 8;

/** Finds the secrets of a target, for all of its operations; `null` if none is long enough. */
function redactionFor(target: Target): Redaction | null {
  const secrets = target.secrets.filter((secret) => secret.replace(/^.*\s/, '').length >= SHORTEST_CREDENTIAL);
  const kept = REDACTIONS.get(target) ?? new KeptRedaction();
  REDACTIONS.set(target, kept);
  return secrets.length === 0 ? null : kept.of(secrets);
}

export const noCredential: AskRule = {
  id: 'answers.no-credential',
  clause: 'answers.no-credential',
  needs: ['credential'],
  appliesTo: isRead,
  async ask(context) {
    const secrets = redactionFor(context.target);
    if (secrets === null)
      return context.inconclusive(
        `the credential has fewer than ${SHORTEST_CREDENTIAL} characters, which any text may contain`,
      );
    const plain = await context.world.plain(context.operation).catch(() => null);
    const answers = [...(await refusals(context)), ...(plain === null ? [] : [plain])];
    if (answers.length === 0) context.inconclusive('the target did not respond');
    for (const answer of answers) {
      const headers = JSON.stringify(answer.received?.headers ?? {});
      const isInBody = secrets.finds(answer.text);
      if (!isInBody && !secrets.finds(headers)) continue;
      const at = isInBody ? '' : 'headers';
      context.report(answer, {
        at,
        expected: 'a response without the credential of the request',
        actual: 'the credential of the request',
        message: `a ${answer.status} response contains the credential that was sent`,
      });
    }
  },
};
