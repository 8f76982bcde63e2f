export { generateTenant, type TenantOptions } from '../generators/tenant/generate-tenant.js';
export { cloneTenant, type Sizes, type Tenant } from '../generators/tenant/tenant.js';
export type { Behaviour, Context, Hook } from './behaviour.js';
export { type Certificates, makeCertificates } from './certificates.js';
export { createReference, DEFAULT_TOKEN, type Reference, type ReferenceOptions } from './create-reference.js';
export type { Credential } from './guard.js';
export type { Answer, Period, Reply, Row } from './model.js';
export { Refusal } from './refusal.js';
export { TOKEN_PATH } from './token-endpoint.js';
