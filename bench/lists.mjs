// Measures what filters and sorts of the long lists of the reference take: node bench/lists.mjs --users 100000. The CPU time
// of the reference is measured, because the wall time depends on what else the machine does.
import { parseArgs } from 'node:util';
import { startReference } from './processes.mjs';

const { values } = parseArgs({ options: { users: { type: 'string', default: '100000' } } });
const { url, token, fixtures, stop, usage } = await startReference(['--users', values.users]);
const { applicationId } = Object.fromEntries(fixtures.map((fixture) => fixture.split('=')));
const PREFIX = 'api/saas/consolidated-view/v1';
const LISTS = ['users', `applications/${applicationId}/users`, `applications/${applicationId}/users/consumption`];
const QUERIES = [
  '',
  'sort=displayName:asc',
  'sort=displayName:desc',
  'sort=department:asc,displayName:desc',
  "filter=displayName -eq 'x'",
  "filter=(displayName -eq 'x') -or (email -contains 'an')",
  "filter=(displayName -eq 'y') -or (email -contains 'am')",
];

try {
  for (const list of LISTS) {
    for (const query of QUERIES) {
      const before = usage().cpuMs;
      const response = await fetch(`${url}/${PREFIX}/${list}?${encodeURI(query)}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await response.arrayBuffer();
      const { cpuMs, mb } = usage();
      const name = `${list.replace(applicationId, 'ID')}?${query}`;
      console.log(
        `${name.padEnd(90)} ${response.status} ${cpuMs - before} ms of CPU, ${mb.toFixed(0)} MB at most so far`,
      );
    }
  }
} finally {
  await stop();
}
