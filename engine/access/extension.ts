/** What is added to a credential to make it a wrong one. It can stand in a bearer token and in an API key. */
export const EXTENSION = '-touchstone';
