import type { RunReport } from '../schemas/generated/touchstone.js';

/** `runFile` is the name of the file with the run report, for commands that a report names. */
type Render = (report: RunReport, runFile?: string) => string;

/** A kind of report: what it is for, and the reporter, which is loaded when it is needed. */
interface Kind {
  readonly about: string;
  readonly load: () => Promise<Render>;
}

const KINDS = {
  json: {
    about: 'the run report itself, from which every other one is made',
    load: async () => (await import('../reporters/json.js')).renderJson,
  },
  html: {
    about: 'one HTML file for people, to be opened from disk',
    load: async () => (await import('../reporters/html.js')).renderHtml,
  },
  junit: { about: 'JUnit XML', load: async () => (await import('../reporters/junit.js')).renderJunit },
  markdown: {
    about: 'Markdown for a pull request comment or a job summary',
    load: async () => (await import('../reporters/markdown.js')).renderMarkdown,
  },
  github: {
    about: 'annotations of GitHub Actions',
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
} as const satisfies Readonly<Record<string, Kind>>;

export type ReportKind = keyof typeof KINDS;

export const REPORT_KINDS = Object.keys(KINDS) as readonly ReportKind[];

/** What a kind of report is, in a few words. */
export function aboutReport(kind: ReportKind): string {
  return KINDS[kind].about;
}

/** The text of a report of a kind: a pure function of the run report and of the name of its file, where it has one. */
export async function renderReport(kind: ReportKind, report: RunReport, runFile?: string): Promise<string> {
  const render: Render = await KINDS[kind].load();
  return render(report, runFile);
}
