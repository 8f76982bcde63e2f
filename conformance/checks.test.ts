import { env } from 'node:process';
import { createReference } from '../reference/index.js';
import { check } from './check.js';
import { settingsFrom } from './host/environment.js';
import { declareTests } from './vitest.js';

const { target, wireForm, options } = settingsFrom(env);

declareTests(async () => {
  if (target !== null) return check(target, options);
  const reference = createReference({ wireForm });
  try {
    const { url: baseUrl } = await reference.listen();
    const { token, fixtures } = reference;
    return await check({ baseUrl, token, fixtures, wireForm }, options, true);
  } finally {
    await reference.close();
  }
}, options);
