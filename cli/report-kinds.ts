import { certified } from '../engine/report/integrity.js';
import type { REPORT_KINDS } from '../options/choices.js';
import type { Compared } from '../reporters/comparison/compared.js';
import { type Bodies, maskedReport, withPathTemplates } from '../reporters/masking/mask-report.js';
import type { RunReport } from '../schemas/generated/touchstone.js';

/**
 * Renders the text of a report; `runFile` is the file of the run report, if there is one, and `compared` how the run
 * compares with an earlier one.
 */
type Render = (report: RunReport, runFile?: string, compared?: Compared) => string;

/** A kind of report: its description, and its reporter, which is loaded on demand. */
interface Kind {
  readonly about: string;
  readonly load: () => Promise<Render>;
}

export type ReportKind = (typeof REPORT_KINDS)[number];

/** What reports show of bodies. */
export interface Privacy {
  /** By kind of report; the default of a kind depends on who usually reads it. */
  readonly bodies: Partial<Readonly<Record<ReportKind, Bodies>>>;
  /** JSON Pointer patterns of places to mask in addition to the personal fields. */
  readonly patterns: readonly string[];
}

const DEFAULT_PRIVACY: Privacy = { bodies: {}, patterns: [] };

/** The reports that stay with the person who runs touchstone; the others are made for services of third parties. */
const OWN: ReadonlySet<ReportKind> = new Set(['json', 'html']);

const KINDS: Readonly<Record<ReportKind, Kind>> = {
  json: {
    about: 'the run report, the source of all other reports',
    load: async () => (await import('../reporters/json.js')).renderJson,
  },
  html: {
    about: 'a self-contained HTML page',
    load: async () => (await import('../reporters/html.js')).renderHtml,
  },
  junit: { about: 'JUnit XML', load: async () => (await import('../reporters/junit.js')).renderJunit },
  ctrf: {
    about: 'test results in the Common Test Report Format',
    load: async () => (await import('../reporters/ctrf.js')).renderCtrf,
  },
  markdown: {
    about: 'Markdown for a pull request comment or a job summary',
    load: async () => {
      const { renderMarkdown } = await import('../reporters/markdown.js');
      return (report, _runFile, compared) => renderMarkdown(report, compared);
    },
  },
  github: {
    about: 'GitHub Actions annotations',
    load: async () => (await import('../reporters/github.js')).renderGithub,
  },
  sarif: {
    about: 'SARIF 2.1.0 for code scanning',
    load: async () => (await import('../reporters/sarif.js')).renderSarif,
  },
  har: {
    about: 'the exchanges as an HTTP Archive 1.2',
    load: async () => (await import('../reporters/har.js')).renderHar,
  },
  badge: { about: 'an SVG badge', load: async () => (await import('../reporters/badge.js')).renderBadge },
  shields: {
    about: 'JSON for the endpoint badge of shields.io',
    load: async () => (await import('../reporters/badge.js')).renderShields,
  },
};

/** A short description of a kind of report. */
export function aboutReport(kind: ReportKind): string {
  return KINDS[kind].about;
}

/**
 * The text of a report: a pure function of the run report, what it may show, the name of the file of the run report, and
 * the comparison with an earlier run.
 */
export async function renderReport(
  kind: ReportKind,
  report: RunReport,
  runFile?: string,
  { bodies, patterns }: Privacy = DEFAULT_PRIVACY,
  compared?: Compared,
): Promise<string> {
  const render = await KINDS[kind].load();
  const mode = bodies[kind] ?? (OWN.has(kind) ? 'full' : 'masked');
  const own = maskedReport(report, { bodies: mode, patterns });
  // A masked run report, which the HTML page holds too, is another content, so that it needs a certificate of its own.
  const isRead = OWN.has(kind) && own !== report && report.certificate !== undefined;
  const masked = isRead ? certified(own) : own;
  // Services that show SARIF take a path for that of a file, which is the same in every run.
  return render(kind === 'sarif' && mode !== 'full' ? withPathTemplates(masked) : masked, runFile, compared);
}
