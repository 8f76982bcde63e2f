import { describe, expect, it } from 'vitest';
import { KeptRedaction } from '../../../engine/client/kept-redaction.js';

describe('a kept redaction', () => {
  it('is prepared once for the same secrets', () => {
    const kept = new KeptRedaction();

    expect(kept.of(['first-secret'])).toBe(kept.of(['first-secret']));
  });

  it('removes a renewed token as well, and headers with secrets', () => {
    const kept = new KeptRedaction(['X-Tenant']);
    kept.of(['first-secret']);

    expect(kept.of(['first-secret', 'second-secret']).text('first-secret, second-secret')).toBe(
      '[redacted], [redacted]',
    );
    expect(kept.of(['third-secret']).text('third-secret')).toBe('[redacted]');
    expect(kept.of(['third-secret']).headers({ 'x-tenant': 'blue-team' })).toEqual({ 'x-tenant': '[redacted]' });
  });
});
