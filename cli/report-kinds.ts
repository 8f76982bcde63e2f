import type { REPORT_KINDS } from '../options/choices.js';
import type { RunReport } from '../schemas/generated/touchstone.js';

/** Renders the text of a report; `runFile` is the file of the run report, if there is one. */
type Render = (report: RunReport, runFile?: string) => string;

/** A kind of report: its description, and its reporter, which is loaded on demand. */
interface Kind {
  readonly about: string;
  readonly load: () => Promise<Render>;
}

export type ReportKind = (typeof REPORT_KINDS)[number];

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
    load: async () => (await import('../reporters/markdown.js')).renderMarkdown,
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

/** The text of a report: a pure function of the run report and the name of its file. */
export async function renderReport(kind: ReportKind, report: RunReport, runFile?: string): Promise<string> {
  return (await KINDS[kind].load())(report, runFile);
}
