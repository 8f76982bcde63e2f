import type { check } from '../conformance/check.js';
import type { diagnose } from '../conformance/doctor/diagnose.js';
import type { estimate } from '../conformance/estimate.js';
import type { inspect } from '../conformance/init/inspect.js';
import type { listRules } from '../conformance/list.js';
import type { mergeReports } from '../conformance/merge/merge.js';
import type { openApi } from '../conformance/openapi/index.js';
import type { preparedRun } from '../conformance/prepared-run.js';
import type { previewWrites } from '../conformance/preview-writes.js';
import type { soak } from '../conformance/soak.js';
import type { undo } from '../conformance/undo.js';
import type { WireForm } from '../contract/wire-form.js';
import type { prove } from '../proof/prove.js';
import type { served } from '../proof/served.js';
import type { createReference, makeCertificates } from '../reference/index.js';

/** The parts of the embedded reference implementation that the command line uses. */
export type Reference = Pick<ReturnType<typeof createReference>, 'listen' | 'close' | 'token' | 'fixtures'>;
export type ReferenceOptions = NonNullable<Parameters<typeof createReference>[0]>;

/** What the commands call; each service is loaded on first use, to keep startup fast. */
export interface Services {
  readonly check: typeof check;
  readonly soak: typeof soak;
  readonly previewWrites: typeof previewWrites;
  readonly undo: typeof undo;
  /** Throws a `UsageError` for an invalid target or invalid options; sends nothing. */
  readonly validate: (...given: Parameters<typeof preparedRun>) => Promise<void>;
  readonly estimate: (...given: Parameters<typeof estimate>) => Promise<ReturnType<typeof estimate>>;
  readonly listRules: () => Promise<ReturnType<typeof listRules>>;
  readonly mergeReports: (...given: Parameters<typeof mergeReports>) => Promise<ReturnType<typeof mergeReports>>;
  readonly openApi: (wireForm: WireForm) => Promise<ReturnType<typeof openApi>>;
  readonly diagnose: (...given: Parameters<typeof diagnose>) => Promise<ReturnType<typeof diagnose>>;
  readonly inspect: typeof inspect;
  readonly prove: typeof prove;
  readonly served: (...given: Parameters<typeof served>) => Promise<ReturnType<typeof served>>;
  readonly createReference: (options: ReferenceOptions) => Promise<Reference>;
  readonly makeCertificates: (hosts: readonly string[]) => Promise<ReturnType<typeof makeCertificates>>;
}

export const services: Services = {
  check: async (...run) => (await import('../conformance/check.js')).check(...run),
  soak: async (...run) => (await import('../conformance/soak.js')).soak(...run),
  previewWrites: async (...run) => (await import('../conformance/preview-writes.js')).previewWrites(...run),
  undo: async (...journal) => (await import('../conformance/undo.js')).undo(...journal),
  validate: async (...given) => void (await import('../conformance/prepared-run.js')).preparedRun(...given),
  estimate: async (...given) => (await import('../conformance/estimate.js')).estimate(...given),
  listRules: async () => (await import('../conformance/list.js')).listRules(),
  mergeReports: async (files) => (await import('../conformance/merge/merge.js')).mergeReports(files),
  openApi: async (wireForm) => (await import('../conformance/openapi/index.js')).openApi(wireForm),
  diagnose: async (...given) => (await import('../conformance/doctor/diagnose.js')).diagnose(...given),
  inspect: async (...given) => (await import('../conformance/init/inspect.js')).inspect(...given),
  prove: async (...run) => (await import('../proof/prove.js')).prove(...run),
  served: async (differences) => (await import('../proof/served.js')).served(differences),
  createReference: async (options) => (await import('../reference/index.js')).createReference(options),
  makeCertificates: async (hosts) => (await import('../reference/index.js')).makeCertificates(hosts),
};
