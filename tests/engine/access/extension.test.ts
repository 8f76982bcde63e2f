import { describe, expect, it } from 'vitest';
import { withOtherEnd } from '../../../engine/access/extension.js';

describe('a credential with another last character', () => {
  it.each(['abc', 'abcd', 'a-_', 'ab+', 'ab/', 'deadbeef', 'x.y.Zz98'])(
    'of %s has its length and another value',
    (given) => {
      const altered = withOtherEnd(given);

      expect(altered).toHaveLength(given.length);
      expect(altered.slice(0, -1)).toBe(given.slice(0, -1));
      expect(altered.toLowerCase()).not.toBe(given.toLowerCase());
      expect(Buffer.from(altered, 'base64')).not.toEqual(Buffer.from(given, 'base64'));
    },
  );

  it('exists where the last character is no base64', () => {
    expect(withOtherEnd('secret!')).toBe('secretA');
  });
});
