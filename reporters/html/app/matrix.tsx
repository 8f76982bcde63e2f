import { useMemo } from 'preact/hooks';
import type { Check } from '../../../schemas/generated/touchstone.js';
import { groupBy } from '../../group-by.js';
import { lawOf } from '../../law.js';
import { counted, thousands } from '../../numbers.js';
import { terminalText } from '../../terminal-text.js';
import type { Filters } from './address.js';
import { KINDS, kindOf, rank } from './kinds.js';
import { Text } from './text.js';
import { Wide } from './wide.js';

interface CellProps {
  readonly operation: string;
  readonly law: string;
  readonly checks: readonly Check[];
  readonly look: (filters: Partial<Filters>) => void;
}

/** The worst outcome of a law for an operation, and the number of its checks. */
function Cell({ operation, law, checks, look }: CellProps) {
  if (checks.length === 0) return <td class="none" />;
  const kinds = checks.map(kindOf);
  const worst = kinds.reduce((worst, kind) => (rank(kind) < rank(worst) ? kind : worst));
  const number = kinds.filter((kind) => kind === worst).length;
  return (
    <td>
      <button
        type="button"
        class={worst.id}
        aria-label={terminalText(
          `${operation}, ${law}: ${thousands(number)} of ${counted(checks.length, 'check')} ${worst.word}`,
        )}
        onClick={() => look({ operation, law })}
      >
        <span aria-hidden="true">
          {worst.mark} {thousands(number)}
        </span>
      </button>
    </td>
  );
}

interface MatrixProps {
  readonly checks: readonly Check[];
  readonly look: (filters: Partial<Filters>) => void;
}

/** Operations by laws; each cell filters the list of checks. Operations that are excluded entirely have no row. */
export function Matrix({ checks, look }: MatrixProps) {
  const { rows, omitted } = useMemo(() => {
    const all = [...groupBy(checks, ({ operation }) => operation)];
    const included = all.filter(([, own]) => own.some(({ outcome }) => outcome !== 'excluded'));
    const rows = included.map(([id, own]) => ({ id, laws: groupBy(own, ({ rule }) => lawOf(rule)) }));
    return { rows, omitted: all.length - rows.length };
  }, [checks]);
  const laws = useMemo(() => [...new Set(rows.flatMap((row) => [...row.laws.keys()]))], [rows]);
  return (
    <section aria-labelledby="matrix">
      <h2 id="matrix" tabIndex={-1}>
        Operations and laws
      </h2>
      <p class="note">
        A cell shows the worst outcome and how many checks have it:{' '}
        {KINDS.map(({ mark, word }) => `${mark} ${word}`).join(', ')}. Select a cell to list its checks.
        {omitted > 0 && ` ${counted(omitted, 'operation')} without a row: every check is excluded.`}
      </p>
      <Wide label="Operations by laws">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">operation</th>
              {laws.map((law) => (
                <th key={law} scope="col">
                  <Text>{law}</Text>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, laws: own }) => (
              <tr key={id}>
                <th scope="row">
                  <Text>{id}</Text>
                </th>
                {laws.map((law) => (
                  <Cell key={law} operation={id} law={law} checks={own.get(law) ?? []} look={look} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </section>
  );
}
