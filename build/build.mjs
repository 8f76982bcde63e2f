// Builds the package: code generated from the schemas, the HTML report page, the rule pages, then dist/.
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { generateConfigSchema } from './generate-config-schema.mjs';
import { generateHtmlApp } from './generate-html-app.mjs';
import { generateRulePages } from './generate-rule-pages.mjs';
import { generateSchemas } from './generate-schemas.mjs';

const root = join(import.meta.dirname, '..');

await generateConfigSchema(root);
await generateSchemas(root);
await generateHtmlApp(root);
generateRulePages(root);
await bundle(root);
