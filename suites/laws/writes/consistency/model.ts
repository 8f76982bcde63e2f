import { byRecord, type History } from '../../../../consistency/history.js';
import { counterexampleOf, type Judgement, judge } from '../../../../consistency/judge.js';
import { explains, GUARANTEES, MODELS, type Model } from '../../../../consistency/models.js';
import { timeline } from '../../../../consistency/timeline.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { workloadRule } from './shared.js';
import type { Workload } from './workload.js';

/** What is judged: what reads of a record show, and what lists show too. */
const VIEWS = [
  { topic: 'reads of a record', takes: (from: string | undefined) => from === undefined },
  { topic: 'reads of a record and of lists', takes: () => true },
] as const;

/** The name of the weakest result: not even the state at rest can be explained. */
const NONE = 'no model';

export const model = workloadRule('consistency.model', (context, workload) => {
  const answer = workload.answerTo(workload.history.calls.at(-1));
  for (const { topic, takes } of VIEWS) {
    const { judgement, history } = weakestOf(context, viewOf(workload.history, takes), workload);
    const readings = { [topic]: [...judgement.open, judgement.model ?? NONE] };
    context.observe(answer, `${topic}: ${describe(judgement, history, workload)}`, { readings });
  }
});

interface Judged {
  readonly judgement: Judgement;
  readonly history: History;
}

/** The judgement of the record with the weakest model. */
function weakestOf(context: WriteContext, history: History, { restAt }: Workload): Judged {
  const judged = [...byRecord(history).values()].map((part) => ({ judgement: judge(part, { restAt }), history: part }));
  if (judged.some(({ judgement }) => judgement.open.includes('linearizable'))) {
    context.inconclusive('the search for an order of the requests reached its limit');
  }
  const rank = ({ judgement }: Judged) => (judgement.model === null ? MODELS.length : MODELS.indexOf(judgement.model));
  return judged.reduce((weakest, one) => (rank(one) > rank(weakest) ? one : weakest));
}

/** A history without the reads that do not belong to a view. */
function viewOf({ initial, calls }: History, takes: (from: string | undefined) => boolean): History {
  return { initial, calls: calls.filter(({ operation }) => operation.kind === 'write' || takes(operation.from)) };
}

function describe({ model, open, refuted }: Judgement, history: History, { restAt }: Workload): string {
  const atLeast = model === null ? NONE : namesOf(model, history, restAt);
  const name = open.length === 0 ? atLeast : `${atLeast}, or ${open.join(' or ')}, which was not decided in time`;
  if (refuted === null) return name;
  return `${name}; not ${refuted}:\n${timeline(counterexampleOf(refuted, history, { restAt }))}`;
}

/** A model with what it means; of the session guarantees, all that hold. */
function namesOf(model: Model, history: History, restAt: number): string {
  if (model === 'causal') return `causal (${GUARANTEES.join(', ')})`;
  if (!GUARANTEES.some((one) => one === model)) return model;
  const held = GUARANTEES.filter((one) => explains(one, history, { restAt }) === 'yes');
  return `only ${held.join(', ')}`;
}
