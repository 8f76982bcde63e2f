import type { Credential } from '../../engine/target/credentials.js';

/** How messages say which credential a request carries. */
export const CREDENTIAL_WORDS: Readonly<Record<Credential, string>> = {
  given: 'with the credential',
  none: 'without a credential',
  empty: 'with an empty credential',
  wrong: 'with a wrong credential',
  'other-scheme': 'with a wrong credential of another scheme',
  extended: 'with the credential and characters added to it',
  altered: 'with the credential and its last character changed',
  recased: 'with the credential in upper case',
  shortened: 'with the credential without its last character',
};
