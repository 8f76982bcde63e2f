export { check } from './conformance/check.js';
export { defineConfig } from './conformance/define-config.js';
export { type Undone, undo } from './conformance/undo.js';
export type { CheckOptions, Progress, TargetOptions, WireForm } from './engine/target/options.js';
export { UsageError } from './engine/target/usage-error.js';
export type { Config, RunReport } from './schemas/generated/touchstone.js';
