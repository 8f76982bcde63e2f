import { OPTIONS } from './declared.js';
import { type Kind, LONGEST_MS, type Option } from './option.js';

type Schema = Readonly<Record<string, unknown>>;

/** What a config file holds in addition to the options. */
const OTHERS: Readonly<Record<string, Schema>> = {
  $schema: { type: 'string' },
  tokenEnv: {
    type: 'string',
    pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
    examples: ['TOUCHSTONE_TOKEN'],
    description: 'The name of the environment variable that holds the bearer token (default: TOUCHSTONE_TOKEN).',
  },
};

/** The JSON Schema of a config file: schemas/touchstone/config.schema.json, which the build writes. */
export function configSchema(): Schema {
  const options: readonly (readonly [string, Option])[] = Object.entries(OPTIONS);
  const keys = options.filter(([, { notInConfig }]) => notInConfig === undefined);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'config.schema.json',
    title: 'Config',
    description:
      'The configuration of touchstone: touchstone.config.json, .yaml, .yml, .ts, .js or .mjs. Options of the command line override it.',
    type: 'object',
    properties: { ...OTHERS, ...Object.fromEntries(keys.map(([key, option]) => [key, propertyOf(option)])) },
    required: [],
    additionalProperties: false,
  };
}

function propertyOf({ kind, help, default: value }: Option): Schema {
  const path = kind.type === 'file' ? ' (a path relative to this file)' : '';
  const sentence = `${help[0]?.toUpperCase()}${help.slice(1)}${path}.`;
  return { ...schemaOf(kind), description: sentence, ...(value !== undefined && { default: value }) };
}

function schemaOf(kind: Kind): Schema {
  switch (kind.type) {
    case 'file':
      return { type: 'string' };
    case 'switch':
      return { type: 'boolean' };
    case 'text':
      return textSchema(kind);
    case 'choice':
      return { enum: kind.of };
    case 'number':
      return { type: kind.whole ? 'integer' : 'number', minimum: kind.minimum, maximum: kind.maximum };
    case 'duration':
      return { type: 'integer', minimum: 1, maximum: LONGEST_MS };
    case 'percentage':
      return textSchema({ pattern: '^(100|[0-9]{1,2}(\\.[0-9]+)?)%$', such: '95%' });
    case 'texts':
      return { type: 'array', items: { type: 'string' } };
    case 'choices':
      return { type: 'array', items: { enum: kind.of } };
    case 'pairs':
      return { type: 'object', ...pairsSchema(kind) };
  }
}

function pairsSchema({ names, ...value }: Extract<Kind, { type: 'pairs' }>): Schema {
  if (names === undefined) return { additionalProperties: textSchema(value) };
  const properties = Object.entries(names).map(([name, about]) => [
    name,
    { ...textSchema(value), ...(about !== '' && { description: about }) },
  ]);
  return { properties: Object.fromEntries(properties), required: [], additionalProperties: false };
}

function textSchema({ pattern, such }: { readonly pattern?: string; readonly such?: string }): Schema {
  return { type: 'string', ...(pattern !== undefined && { pattern }), ...(such !== undefined && { examples: [such] }) };
}
