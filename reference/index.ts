export { generateTenant, type TenantOptions } from '../generators/tenant/generate-tenant.js';
export { cloneTenant, type Sizes, type Tenant } from '../generators/tenant/tenant.js';
export type { Answer, Behaviour, Hook, Period, Reply, Row } from './behaviour.js';
export type { Context } from './context.js';
export { createReference, DEFAULT_TOKEN, type Reference, type ReferenceOptions } from './create-reference.js';
export { Refusal } from './refusal.js';
