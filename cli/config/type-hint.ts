import type { ErrorObject } from 'ajv';

const NO_VALUE = 'Give it a value, or remove the key.';

/**
 * How to write a value of the type that a schema requires; `undefined` if the message is enough. The hint never repeats
 * the value: it may be a secret.
 */
export function typeHint(
  { instancePath, params }: ErrorObject,
  value: unknown,
  examples: readonly string[] = [],
): string | undefined {
  if (value === null) return instancePath === '' ? undefined : NO_VALUE;
  switch (params.type) {
    case 'string':
      if (typeof value !== 'number' && typeof value !== 'boolean') return undefined;
      return examples[0] === undefined ? 'Put it in quotes.' : `Write it as text, such as "${examples[0]}".`;
    case 'array':
      return typeof value === 'string' ? 'Write a list, also of one value: ["one", "two"].' : undefined;
    case 'integer':
      if (instancePath.endsWith('Ms')) return 'Give milliseconds as a whole number, such as 5000 for 5 seconds.';
      return unquoted(value);
    case 'number':
      return unquoted(value);
    case 'object':
      return 'Write names with values, such as { name: "value" }.';
    default:
      return undefined;
  }
}

function unquoted(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? 'Write the number without quotes.' : undefined;
}
