// Generates schemas/touchstone/config.schema.json from the options, which options/declared.ts declares.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createJiti } from 'jiti';

export async function generateConfigSchema(root) {
  const jiti = createJiti(import.meta.url, { fsCache: false });
  const { configSchema } = await jiti.import(join(root, 'options', 'config-schema.ts'));
  const file = join(root, 'schemas', 'touchstone', 'config.schema.json');
  const text = `${JSON.stringify(configSchema(), null, 2)}\n`;
  // An unchanged file keeps its time, which decides whether a build is stale.
  if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
