import fc from 'fast-check';
import { expect } from 'vitest';
import { lostWrites, strangeValues } from '../../consistency/at-rest.js';
import { byRecord } from '../../consistency/history.js';
import { explains, type Model } from '../../consistency/models.js';
import { concurrentClients, historyOf } from './valid-histories.js';

/** A history that a correct store produced is explained by these models, with any order of requests and responses. */
export const neverInvalid = (models: readonly Model[]) =>
  fc.asyncProperty(concurrentClients, async ([scheduler, clients]) => {
    const { history, restAt, final } = await historyOf(scheduler, clients);
    const parts = [...byRecord(history).values()];

    expect(models.filter((model) => explains(model, history, { restAt }) !== 'yes')).toEqual([]);
    expect(parts.filter((part) => explains('linearizable', part, { restAt }) !== 'yes')).toEqual([]);
    expect(strangeValues(history)).toEqual([]);
    expect(lostWrites(history, final)).toEqual([]);
  });
