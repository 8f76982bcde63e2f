import type { Inspection } from '../../conformance/init/inspect.js';
import type { OfferedArea } from '../../conformance/init/offered.js';
import type { TargetOptions } from '../../engine/target/options.js';
import { hasCredentials } from '../../engine/target/target.js';
import { counted } from '../../reporters/numbers.js';

/** What the inspection of a target found, one line for each part. */
export function inspectionLines(found: Inspection, options: TargetOptions): string[] {
  const { wireForm, areas, samples, requests } = found;
  const lines: [string, string][] = [
    ['target', `${options.baseUrl} responds (${counted(requests, 'request')})`],
    ['credential', credentialOf(found, options)],
    [
      'wire form',
      wireForm === null
        ? 'no response shows it; the default is object'
        : `${wireForm.form} (seen in ${wireForm.fields.join(', ')})`,
    ],
    ...areas.map((area): [string, string] => [area.area, areaOf(area)]),
    ...Object.entries(samples).map(([name, ids]): [string, string] => [
      name,
      ids.length === 0 ? 'none found' : `found, such as ${ids[0]}`,
    ]),
    ['insightRuleId', options.fixtures?.insightRuleId ?? 'in no list: give it with its subscriptionId'],
  ];
  return lines.map(([name, text]) => `${name.padEnd(17)}${text}`);
}

function credentialOf({ isCredentialRequired }: Inspection, options: TargetOptions): string {
  if (!hasCredentials(options)) return 'none was given, and none is required';
  if (isCredentialRequired === null) return 'accepted';
  return isCredentialRequired ? 'accepted' : 'not required: the target returns data without it too';
}

function areaOf({ offered, statuses }: OfferedArea): string {
  if (offered === true) return 'offered';
  const seen = statuses.join(', ');
  if (offered === false) return `not offered to this caller (${seen}): left out`;
  return seen === '' ? 'unknown: there is no sample to read it with' : `unknown (${seen}): kept`;
}
