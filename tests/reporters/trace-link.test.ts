import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../reporters/markdown.js';
import { isTraceTemplate, traceLink } from '../../reporters/trace-link.js';
import { failedCheck, sampleExchange, sampleRun } from './sample-run.js';

const ID = '0af7651916cd43dd8448eb211c80319c';
const exchange = sampleExchange({ request: { headers: { traceparent: `00-${ID}-b7ad6b7169203331-01` } } });
const run = (traceUrl?: string) =>
  sampleRun({ checks: [failedCheck()], exchanges: [exchange], ...(traceUrl !== undefined && { traceUrl }) });

describe('the link to a trace', () => {
  it('has the id of the trace in place of its name', () => {
    expect(traceLink(exchange, 'https://t.example/{traceId}?id={traceId}')).toBe(`https://t.example/${ID}?id=${ID}`);
  });

  it.each([
    undefined,
    'https://me:s3cret@t/{traceId}',
    'javascript:alert({traceId})',
    'https://t/{traceId})[x](y',
    'https://t/{traceId}"><b>',
  ])('is none for %s', (template) => {
    expect(traceLink(exchange, template)).toBeNull();
    expect(isTraceTemplate(template ?? '')).toBe(false);
  });

  it('is none without a trace', () => {
    expect(traceLink(sampleExchange(), 'https://t/{traceId}')).toBeNull();
  });

  it('is in Markdown, where it is known', () => {
    expect(renderMarkdown(run('https://t.example/{traceId}'))).toContain(
      `\nTraces: [${ID}](https://t.example/${ID})\n`,
    );
    expect(renderMarkdown(run())).not.toContain('Traces:');
  });
});
