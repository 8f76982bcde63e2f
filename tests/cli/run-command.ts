import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Io } from '../../cli/io.js';
import { run } from '../../cli/program.js';
import type { Reference, ReferenceOptions, Services } from '../../cli/services.js';
import type { CheckOptions, TargetOptions } from '../../engine/target/options.js';
import { sampleProof } from '../reporters/sample-proof.js';
import { sampleRun } from '../reporters/sample-run.js';

/** What a test changes in the environment of the command. */
export interface World {
  readonly env?: Record<string, string>;
  readonly tty?: boolean;
  readonly cwd?: string;
  readonly nodeVersion?: string;
  readonly check?: Services['check'];
  readonly mergeReports?: Services['mergeReports'];
  readonly listRules?: Services['listRules'];
  readonly soak?: Services['soak'];
  readonly prove?: Services['prove'];
  readonly previewWrites?: Services['previewWrites'];
  readonly validate?: Services['validate'];
  readonly undo?: Services['undo'];
  readonly confirm?: Io['confirm'];
  /** Gets each text that the command prints on standard output. */
  readonly onOutput?: (text: string) => void;
  /** Replaces the sample ids of the server. */
  readonly fixtures?: Partial<Reference['fixtures']>;
  /** Replaces `listen` of the server. */
  readonly listen?: Reference['listen'];
}

/** A temporary folder with files by name; it is removed after the test. */
export function folder(files: Record<string, string> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'touchstone-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
}

const FIXTURES: Reference['fixtures'] = {
  applicationId: 'a-1',
  userId: 'u-1',
  subscriptionId: 's-1',
  insightRuleId: 'r-1',
  agreementId: 'g-1',
  contractId: 'c-1',
  agreementTypeId: 'gt-1',
  contractTypeId: 'ct-1',
  removableSubscriptionId: 's-2',
  removableUserIds: 'u-2,u-3',
};

/** The command in its own environment, which records calls of the services and output. */
export function command(world: World = {}) {
  const seen = {
    checks: [] as { target: TargetOptions; options: CheckOptions; embedded: boolean | undefined }[],
    references: [] as ReferenceOptions[],
    merges: [] as Parameters<Services['mergeReports']>[0][],
    listened: [] as unknown[],
    exits: [] as number[],
    closed: 0,
    stdout: '',
    stderr: '',
  };
  const listeners = new Set<() => void>();
  const output = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      seen[name] += text;
      if (name === 'stdout') world.onOutput?.(text);
    },
    isTTY: world.tty ?? false,
    columns: 120,
  });
  const services: Services = {
    async check(target, options = {}, embedded) {
      seen.checks.push({ target, options, embedded });
      return world.check ? world.check(target, options, embedded) : sampleRun();
    },
    soak: world.soak ?? (async (...run) => (await import('../../conformance/soak.js')).soak(...run)),
    previewWrites: world.previewWrites ?? (async () => ({ checks: 0, kinds: [], removed: null })),
    undo:
      world.undo ??
      (async () => ({ baseUrl: 'https://target.example', records: 0, unended: 0, left: [], removed: [], again: null })),
    validate: world.validate ?? (async () => undefined),
    estimate: async ({ budget = 'standard', allowWrites = false }) => ({
      budget,
      operations: [{ id: 'getUsers', checks: 61, most: 600 }],
      others: 300,
      total: 900,
      writing: allowWrites ? 12 : 0,
    }),
    listRules: world.listRules ?? (async () => ({ operations: [], rules: [], clauses: [] })),
    async mergeReports(files) {
      seen.merges.push(files);
      return world.mergeReports ? world.mergeReports(files) : sampleRun();
    },
    openApi: async (wireForm) => ({ openapi: '3.1.0', wireForm }),
    diagnose: async (...given) => (await import('../../conformance/doctor/diagnose.js')).diagnose(...given),
    inspect: async (...given) => (await import('../../conformance/init/inspect.js')).inspect(...given),
    prove: world.prove ?? (async () => sampleProof()),
    makeCertificates: async (hosts) => (await import('../../reference/index.js')).makeCertificates(hosts),
    served: async (differences) => (await import('../../proof/served.js')).served(differences),
    async createReference(options) {
      seen.references.push(options);
      return {
        token: options.token ?? 'reference-token',
        fixtures: { ...FIXTURES, ...world.fixtures },
        async listen(where) {
          seen.listened.push(where);
          return world.listen ? world.listen(where) : { url: 'http://127.0.0.1:4999' };
        },
        async close() {
          seen.closed += 1;
        },
      };
    },
  };
  const io: Omit<Io, 'argv'> = {
    env: world.env ?? {},
    nodeVersion: world.nodeVersion ?? '24.0.0',
    cwd: world.cwd ?? folder(),
    stdout: output('stdout'),
    stderr: output('stderr'),
    services,
    ...(world.confirm && { confirm: world.confirm }),
    onInterrupt(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    exit: (code) => seen.exits.push(code),
  };
  return {
    seen,
    interrupt: () => {
      for (const listener of [...listeners]) listener();
    },
    listening: () => listeners.size,
    run: async (...argv: string[]) => {
      const code = await run({ ...io, argv });
      return { ...seen, code };
    },
  };
}

/** Runs the command once and returns its exit code, its output and its calls of the services. */
export async function touchstone(argv: readonly string[], world: World = {}) {
  return command(world).run(...argv);
}

/** Arguments of a check of a target. */
export const TARGET = ['check', '--base-url', 'https://target.example/'];
