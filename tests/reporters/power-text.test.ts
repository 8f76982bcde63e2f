import { describe, expect, it } from 'vitest';
import { renderConsole } from '../../reporters/console.js';
import { renderMarkdown } from '../../reporters/markdown.js';
import { blindSpotText, powerSentences } from '../../reporters/power-text.js';
import { samplePower, sampleRun } from './sample-run.js';

const SENTENCE = 'On this data the run would notice 1,742 of 1,830 injected deviations (95.1%).';

describe('the power of a run', () => {
  it('is a share of what was injected', () => {
    expect(powerSentences(samplePower())[0]).toBe(SENTENCE);
    expect(powerSentences(samplePower({ injected: 1, noticed: 1 }))[0]).toContain('1 of 1 injected deviation (100%)');
    expect(powerSentences(samplePower({ injected: 0, noticed: 0 }))[0]).toContain('0 of 0 injected deviations (0%)');
  });

  it('names what is not counted apart', () => {
    expect(powerSentences(samplePower())).toEqual([
      SENTENCE,
      'Not counted: 12 inconclusive, because the run sent other requests; 3 without effect on any response.',
    ]);
    expect(powerSentences(samplePower({ inconclusive: 0, unchanged: 0 }))).toEqual([SENTENCE]);
  });

  it('names the requests that were sent for it', () => {
    expect(powerSentences(samplePower({ requests: 1 }))[2]).toBe('Sent to decide inconclusive ones: 1 request.');
  });

  it('lists a blind spot with its reason and its remedy', () => {
    const [spot] = samplePower().blindSpots;

    expect(spot && blindSpotText(spot)).toBe(
      'getContractTypes/paging.partition (2 deviations, more data would show it): only 2 records to check. Check a tenant with more or other records.',
    );
  });

  it('is in the console and in Markdown, and nowhere without a measurement', () => {
    const measured = sampleRun({ power: samplePower() });

    expect(renderConsole(measured, { color: false, width: 200 })).toContain(SENTENCE);
    expect(renderConsole(measured, { color: false, width: 200 })).toContain('only 2 records to check');
    expect(renderMarkdown(measured)).toContain(SENTENCE);
    expect(renderMarkdown(measured)).toContain('### Blind spots (1)');
    expect(renderConsole(sampleRun(), { color: false, width: 200 })).not.toContain('would notice');
    expect(renderMarkdown(sampleRun())).not.toContain('would notice');
  });
});
