import { useMemo } from 'preact/hooks';
import type { Check } from '../../../schemas/generated/touchstone.js';
import { counted } from '../../numbers.js';
import { Mark } from './check.js';
import { type FailureGroup, failureGroups } from './failure-groups.js';
import { data } from './report-data.js';
import { Text } from './text.js';

interface Open {
  /** Opens a check in the list of checks. */
  readonly open: (id: string) => void;
}

function Operations({ checks, open }: Open & { readonly checks: readonly Check[] }) {
  return (
    <ul class="operations">
      {checks.map(({ id, operation }) => (
        <li key={id}>
          <button type="button" onClick={() => open(id)}>
            <Text>{operation}</Text>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Group({ group, open }: Open & { readonly group: FailureGroup }) {
  const { kind, title, rules, checks } = group;
  const message = checks[0]?.findings[0]?.message ?? checks[0]?.reason;
  const operations = new Set(checks.map(({ operation }) => operation)).size;
  return (
    <li class={`cause ${kind.id}`}>
      <h3>
        <Mark kind={kind} /> <Text>{title}</Text>
      </h3>
      <p class="note">
        {counted(checks.length, 'check')} of {counted(operations, 'operation')}
        {message != null && (
          <>
            {', such as: '}
            <Text>{message}</Text>
          </>
        )}
      </p>
      {rules.map(([rule, own]) => (
        <div key={rule} class="rule">
          <code>
            <Text>{rule}</Text>
          </code>
          <Operations checks={own} open={open} />
        </div>
      ))}
    </li>
  );
}

/** What fails, first on the page: one entry for each cause, with its operations. Nothing without failures and warnings. */
export function Failures({ open }: Open) {
  const { checks, causes = [] } = data.report;
  const groups = useMemo(() => failureGroups(checks, causes), []);
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby="failures">
      <h2 id="failures" tabIndex={-1}>
        Failures by cause
      </h2>
      <ol class="causes">
        {groups.map((group) => (
          <Group key={group.id} group={group} open={open} />
        ))}
      </ol>
    </section>
  );
}
