// Builds the package: code generated from the schemas, the HTML report page, the rule pages, then the TypeScript in dist/.
import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { generateConfigSchema } from './generate-config-schema.mjs';
import { generateHtmlApp } from './generate-html-app.mjs';
import { generateRulePages } from './generate-rule-pages.mjs';
import { generateSchemas } from './generate-schemas.mjs';

const root = join(import.meta.dirname, '..');
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

await generateConfigSchema(root);
await generateSchemas(root);
await generateHtmlApp(root);
generateRulePages(root);
rmSync(join(root, 'dist'), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
chmodSync(join(root, 'dist', 'cli', 'main.js'), 0o755);
