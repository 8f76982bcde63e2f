import { Component } from 'preact';
import type { Check } from '../../../schemas/generated/touchstone.js';
import { literal } from '../../curl.js';
import { counted } from '../../numbers.js';
import { terminalText } from '../../terminal-text.js';
import { Command } from './copy.js';
import { FindingView } from './finding.js';
import { type Kind, kindOf } from './kinds.js';
import { data } from './report-data.js';
import { Text, visibleLines } from './text.js';

/** A mark, with its word for screen readers. */
export function Mark({ kind }: { readonly kind: Kind }) {
  return (
    <>
      <span class={`mark ${kind.id}`} aria-hidden="true">
        {kind.mark}
      </span>
      <span class="unseen">{kind.word}: </span>
    </>
  );
}

function Details({ check }: { readonly check: Check }) {
  const page = Object.hasOwn(data.pages, check.rule) ? data.pages[check.rule] : undefined;
  const { baseUrl, embedded } = data.report.target;
  const target = embedded ? '' : ` --base-url ${literal(baseUrl)}`;
  return (
    <div class="details">
      <dl class="requirement">
        <dt>Requirement</dt>
        <dd>
          <Text>{check.title}</Text>
        </dd>
        <dt>Clause</dt>
        <dd>
          <code>
            <Text>{check.clause}</Text>
          </code>{' '}
          ({check.level})
        </dd>
        <dt>Section</dt>
        <dd>
          <Text>{check.section}</Text>
        </dd>
        {check.reason !== null && (
          <>
            <dt>Why</dt>
            <dd>
              <Text>{check.reason}</Text>
            </dd>
          </>
        )}
      </dl>
      <Command
        label="Reproduce this check"
        text={`touchstone replay ${literal(data.runFile)} ${literal(check.id)}${target}`}
      />
      {page !== undefined && (
        <details>
          <summary>What this rule requires, and what a failure looks like</summary>
          <pre class="page">{visibleLines(page)}</pre>
        </details>
      )}
      {check.findings.map((finding, index) => (
        <FindingView key={index} finding={finding} name={terminalText(`${check.id}, finding ${index + 1}`)} />
      ))}
      {check.moreFindings !== undefined && (
        <p class="note">and {counted(check.moreFindings, 'more finding')} of other kinds or at other places</p>
      )}
    </div>
  );
}

interface CheckProps {
  readonly check: Check;
  readonly open: boolean;
  readonly toggle: (id: string) => void;
}

/** A check in one line, with all details when it is open. It re-renders only if it changed. */
export class CheckView extends Component<CheckProps> {
  override shouldComponentUpdate({ check, open, toggle }: CheckProps): boolean {
    return check !== this.props.check || open !== this.props.open || toggle !== this.props.toggle;
  }

  override render({ check, open, toggle }: CheckProps) {
    const kind = kindOf(check);
    const preview = check.findings[0]?.message ?? check.reason ?? '';
    return (
      <li class={`check ${kind.id}`} data-check={check.id}>
        <h3>
          <button type="button" aria-expanded={open} onClick={() => toggle(check.id)}>
            <Mark kind={kind} />
            <span class="id">
              <Text>{check.id}</Text>
            </span>
            <span class="level">{check.level}</span>
            <span class="title">
              <Text>{check.title}</Text>
            </span>
          </button>
        </h3>
        {!open && preview !== '' && (
          <p class="preview">
            <Text>{preview}</Text>
          </p>
        )}
        {open && <Details check={check} />}
      </li>
    );
  }
}
