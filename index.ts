export { check } from './conformance/check.js';
export { type Undone, undo } from './conformance/undo.js';
export type { CheckOptions, Progress, TargetOptions, WireForm } from './engine/options.js';
export { UsageError } from './engine/usage-error.js';
export type { RunReport } from './schemas/generated/touchstone.js';
