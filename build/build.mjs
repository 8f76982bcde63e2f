// Builds the package: code generated from the schemas, the HTML report page, the rule pages, then dist/.
import { join } from 'node:path';
import process from 'node:process';
import { bundle } from './bundle.mjs';
import { generateConfigSchema } from './generate-config-schema.mjs';
import { generateHtmlApp } from './generate-html-app.mjs';
import { generateRulePages } from './generate-rule-pages.mjs';
import { generateSchemas } from './generate-schemas.mjs';
import { isGenerated } from './is-generated.mjs';

const root = join(import.meta.dirname, '..');
/** Bundles the sources with the generated code as it is: quick, for the feedback of a single mutant. */
const onlyCode = process.argv.includes('--only-code');

// A fresh clone has no generated code, without which nothing can be bundled.
if (!onlyCode || !isGenerated(root)) {
  await generateConfigSchema(root);
  await generateSchemas(root);
  await generateHtmlApp(root);
  generateRulePages(root);
}
await bundle(root, { types: !onlyCode });
