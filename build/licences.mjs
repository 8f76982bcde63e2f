import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licences of the packages that bundled files come from; they must accompany the code. */
export function licencesOf(files) {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined && license === undefined) throw new Error(`${name} states no licence`);
    const text = file === undefined ? `Licence: ${license}` : readFileSync(join(folder, file), 'utf8');
    return `${name} ${version}\n\n${text.replaceAll('\r', '').trim()}\n`;
  });
}
