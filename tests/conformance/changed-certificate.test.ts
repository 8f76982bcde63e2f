import type { Server } from 'node:https';
import { expect, it, onTestFinished } from 'vitest';
import { check } from '../../conformance/check.js';
import { createReference, makeCertificates } from '../../reference/index.js';
import { exitCodeOf } from '../../reporters/exit-code.js';
import { failures } from './check-reference.js';

const SIZES = { applications: 3, users: 12, subscriptions: 2, agreements: 2, contracts: 2 };
const OPTIONS = { operations: ['getUsers', 'getUser'], rules: ['paging.*', 'records.*', 'answers.*'], seed: 1 };
const HOSTS = ['127.0.0.1'];
/** The number of the request after which the target has another certificate. */
const LAST = 20;

it.each([
  ['expires', () => makeCertificates(HOSTS, -0.01), 'the certificate is not valid at this time (CERT_HAS_EXPIRED)'],
  ['is replaced by that of another authority', () => makeCertificates(HOSTS), 'the certificate is not trusted'],
])('a target whose certificate %s in mid-run is not accused, and the reason is clear', async (what, make, reason) => {
  const certificates = makeCertificates(HOSTS);
  const other = make();
  const reference = createReference({ sizes: SIZES, tls: { certificates, mutual: false } });
  let count = 0;
  reference.app.addHook('onRequest', async (_request, reply) => {
    count += 1;
    if (count === LAST) (reference.app.server as unknown as Server).setSecureContext(other.server);
    if (count >= LAST) void reply.header('connection', 'close');
  });
  onTestFinished(() => reference.close());
  const { url } = await reference.listen();
  // The certificate that has expired is trusted otherwise.
  const ca = what === 'expires' ? `${certificates.ca}${other.ca}` : certificates.ca;

  const report = await check({ baseUrl: url, token: reference.token, network: { ca } }, OPTIONS);

  expect(failures(report)).toEqual([]);
  expect([report.verdict, exitCodeOf(report)]).toEqual(['incomplete', 3]);
  expect(report.incomplete?.firstTrouble).toMatchObject({
    cause: 'transport',
    summary: expect.stringContaining(reason),
  });
  expect(report.verdictReason).toContain(`the connection to the target was refused or broke (${reason}`);
});
