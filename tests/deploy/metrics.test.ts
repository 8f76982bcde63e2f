import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { MetricStore, type Series } from '../../reporters/metrics/metric-store.js';
import { METRICS, runMetrics } from '../../reporters/metrics/run-metrics.js';
import { samplePower, sampleRun } from '../reporters/sample-run.js';

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', '..', 'deploy', 'metrics', file), 'utf8');

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly description: string;
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  readonly targets: readonly { readonly refId: string; readonly expr: string }[];
}

const dashboard = JSON.parse(read('grafana-dashboard.json')) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: unknown }[] };
};
const { groups } = parse(read('prometheus-rules.yaml')) as {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly summary: string; readonly description: string };
    }[];
  }[];
};
const rules = groups.flatMap((group) => group.rules);
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** The labels that a scrape adds to each series. */
const OF_SCRAPE = ['instance', 'job'];

/** The series that Prometheus reads, by name, each with its labels. */
function exported(): Map<string, readonly string[]> {
  const store = new MetricStore();
  const [users] = sampleRun().operations;
  const timed = { ...users, times: { count: 1, medianMs: 1, p95Ms: 1 }, durationsMs: [1] };
  store.set('touchstone_watch_interval_seconds', 900);
  store.add(runMetrics(sampleRun({ power: samplePower(), operations: [timed as never] })));
  return new Map(store.series().flatMap(namesOf));
}

function namesOf(series: Series): [string, string[]][] {
  if (series.kind !== 'histogram') return [[series.name, Object.keys(series.samples[0]?.labels ?? {})]];
  const labels = Object.keys(series.buckets[0]?.labels ?? {});
  return [
    [`${series.name}_bucket`, [...labels, 'le']],
    [`${series.name}_count`, labels],
    [`${series.name}_sum`, labels],
  ];
}

/** The metric names and the labels in a PromQL expression, and whether it could be parsed. */
function partsOf(expr: string) {
  const found = { names: [] as string[], labels: [] as string[], errors: 0 };
  parser.parse(expr).iterate({
    enter: ({ type, from, to }) => {
      const text = expr.slice(from, to);
      if (type.isError) found.errors += 1;
      if (type.name === 'Identifier') found.names.push(text);
      if (type.name === 'LabelName') found.labels.push(text);
    },
  });
  return found;
}

describe('the dashboard and the alerts', () => {
  it.each(expressions)('%s uses metrics and labels that a watch exports: %s', (_name, expr) => {
    const series = exported();

    const { names, labels, errors } = partsOf(expr.replaceAll('$instance', '.*'));

    expect(errors).toBe(0);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !series.has(name))).toEqual([]);
    const known = new Set([...names.flatMap((name) => series.get(name) ?? []), ...OF_SCRAPE]);
    expect(labels.filter((label) => !known.has(label))).toEqual([]);
  });

  it('are found to use a metric that there is not, and a wrong expression', () => {
    expect(partsOf('rate(touchstone_gone_total[5m])').names).toEqual(['touchstone_gone_total']);
    expect(partsOf('sum by (').errors).toBeGreaterThan(0);
  });

  it('leave no metric out', () => {
    const used = expressions.map(([, expr]) => expr).join(' ');

    const unused = Object.keys(METRICS).filter((name) => !used.includes(name));

    // The exit code has the verdict, and a baseline as well.
    expect(unused).toEqual(['touchstone_run_verdict']);
  });
});

describe('the dashboard for Grafana', () => {
  it('has panels that do not overlap, each with its own id', () => {
    const { panels } = dashboard;

    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { gridPos: one, targets, title } of panels) {
      expect([title, one.x + one.w <= 24, targets.length > 0]).toEqual([title, true, true]);
      const over = panels.filter(
        ({ gridPos: other }) =>
          one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h,
      );
      expect(over.map((panel) => panel.title)).toEqual([title]);
    }
  });

  it('has the variables that its expressions use', () => {
    const text = JSON.stringify(dashboard.panels);
    const used = new Set([...text.matchAll(/\$\{?(\w+)/g)].map(([, name]) => name));

    expect([...used].toSorted()).toEqual(dashboard.templating.list.map(({ name }) => name).toSorted());
    expect(JSON.stringify(dashboard.templating.list)).toContain('label_values(touchstone_run_exit_code, instance)');
  });
});

describe('the alerts for Prometheus', () => {
  it('have a severity, and say what happened and what to do', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, labels, annotations } of rules) {
      expect(alert).toMatch(/^Touchstone[A-Z]\w+$/);
      expect(['critical', 'warning', 'info']).toContain(labels.severity);
      expect(annotations.summary).toContain('$labels.instance');
      expect(annotations.description).not.toBe('');
    }
  });

  it('take a run that decided nothing for a problem', () => {
    const expr = rules.find(({ alert }) => alert === 'TouchstoneInconclusive')?.expr;

    expect(expr).toBe('touchstone_run_exit_code >= 2');
  });
});

describe('docs/watch.md', () => {
  it('lists each metric with its labels', () => {
    const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'watch.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `(touchstone_\w+)` +\| (.*?) +\|/gm)];
    const listed = rows.map(([, name, labels = '']) => [name, [...labels.matchAll(/`(\w+)`/g)].map(([, one]) => one)]);

    const all = [...exported()].filter(([name]) => !/_(sum|count)$/.test(name));
    const wanted = all.map(([name, labels]) => [name.replace(/_bucket$/, ''), labels.filter((one) => one !== 'le')]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(wanted));
  });

  it('are each tested with series that fire it and series that do not', () => {
    const { tests } = parse(read('prometheus-rules.test.yaml')) as {
      readonly tests: readonly {
        readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
      }[];
    };
    const cases = tests.flatMap((one) => one.alert_rule_test);
    const isTested = (alert: string, fires: boolean) =>
      cases.some(({ alertname, exp_alerts }) => alertname === alert && exp_alerts.length > 0 === fires);

    const untested = rules.filter(({ alert }) => !isTested(alert, true) || !isTested(alert, false));

    expect(untested.map(({ alert }) => alert)).toEqual([]);
  });

  it('fire in Prometheus on the series of their test, and on no other', (context) => {
    const folder = join(import.meta.dirname, '..', '..', 'deploy', 'metrics');
    const run = spawnSync('promtool', ['test', 'rules', 'prometheus-rules.test.yaml'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (run.error !== undefined) context.skip('no promtool is in PATH (Debian: apt-get install prometheus)');

    expect([run.status, run.stdout, run.stderr]).toEqual([0, expect.stringContaining('SUCCESS'), '']);
  });
});
