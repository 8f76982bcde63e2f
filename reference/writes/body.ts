import * as validators from '../../schemas/generated/validators-object.js';
import type { Context } from '../behaviour.js';
import type { Row } from '../model.js';
import { Refusal } from '../refusal.js';

interface Problem {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

interface Validator {
  (value: unknown): boolean;
  errors?: readonly Problem[] | null;
}

const bodies: Readonly<Record<string, Validator>> = {
  'update-application-body': validators.updateApplicationBody as Validator,
  'update-user-body': validators.updateUserBody as Validator,
  'bulk-update-applications-body': validators.bulkUpdateApplicationsBody as Validator,
  'bulk-update-users-body': validators.bulkUpdateUsersBody as Validator,
};

/**
 * The body of a request: with the media type of the operation (else 415), JSON, and valid against the schema of the
 * operation (else 400). Unknown members are kept; the caller ignores them.
 */
export function readBody({ operation, headers, body }: Context): Row {
  const { mediaType, schema } = operation.body ?? { mediaType: '', schema: '' };
  const [sent = ''] = String(headers['content-type'] ?? '').split(';');
  if (sent.trim().toLowerCase() !== mediaType) throw new Refusal(415, `The body must be ${mediaType}`);
  const value = parseJson(body ?? '');
  const valid = bodies[schema];
  if (valid !== undefined && !valid(value)) {
    throw new Refusal(400, (valid.errors ?? []).map(describe).join('; ') || 'The body is not valid');
  }
  return value as Row;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The body must be JSON');
  }
}

function describe({ instancePath, keyword, params }: Problem): string {
  const where = instancePath === '' ? 'the body' : instancePath;
  return keyword === 'required'
    ? `${where} lacks ${params.missingProperty}`
    : `${where} must be of type ${params.type}`;
}
