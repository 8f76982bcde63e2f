import { useId } from 'preact/hooks';
import type { Check } from '../../../schemas/generated/touchstone.js';
import { lawOf } from '../../law.js';
import { terminalText } from '../../terminal-text.js';
import type { Filters } from './address.js';
import { KINDS, kindOf } from './kinds.js';

/** Maximum length of an option, in characters; options cannot wrap. */
const SHOWN = 60;

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly id: string; readonly word: string }[];
  readonly change: (value: string) => void;
}

function Choice({ label, value, options, change }: ChoiceProps) {
  const id = useId();
  const known = value === '' || options.some((option) => option.id === value);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => change(event.currentTarget.value)}>
        <option value="">all</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {terminalText(option.word, SHOWN)}
          </option>
        ))}
        {!known && <option value={value}>{terminalText(value, SHOWN)}</option>}
      </select>
    </div>
  );
}

/** The distinct values that occur, in order of first occurrence. */
function occurring(checks: readonly Check[], of: (check: Check) => string) {
  return [...new Set(checks.map(of))].map((id) => ({ id, word: id }));
}

interface FilterBarProps {
  readonly checks: readonly Check[];
  readonly filters: Filters;
  readonly change: (filters: Filters) => void;
}

/** The filters: text, outcome, level, area, operation and law. */
export function FilterBar({ checks, filters, change }: FilterBarProps) {
  const id = useId();
  const to = (name: keyof Filters) => (value: string) => change({ ...filters, [name]: value });
  const outcomes = KINDS.filter((kind) => checks.some((check) => kindOf(check) === kind));
  return (
    <search class="filters">
      <div class="field wide">
        <label for={id}>Text</label>
        <input id={id} type="search" value={filters.text} onInput={(event) => to('text')(event.currentTarget.value)} />
      </div>
      <Choice label="Outcome" value={filters.outcome} options={outcomes} change={to('outcome')} />
      <Choice
        label="Level"
        value={filters.level}
        options={occurring(checks, ({ level }) => level)}
        change={to('level')}
      />
      <Choice label="Area" value={filters.area} options={occurring(checks, ({ area }) => area)} change={to('area')} />
      <Choice
        label="Operation"
        value={filters.operation}
        options={occurring(checks, ({ operation }) => operation)}
        change={to('operation')}
      />
      <Choice
        label="Law"
        value={filters.law}
        options={occurring(checks, ({ rule }) => lawOf(rule))}
        change={to('law')}
      />
    </search>
  );
}
