// Bundles the scripts of the HTML report and of the matrix, and the style of the report, into a module with their texts, so that the package needs no bundler at run time.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { licencesOf } from './licences.mjs';

const BANNER = '// Generated from reporters/html/app by `npm run build`; do not edit.\n';

/** The licences, as a comment; every report contains the script. */
function licenceComment({ modules }) {
  return `/*\n${licencesOf(Object.keys(modules)).join('\n').replaceAll('*/', '* /')}*/\n`;
}

/** The bundled and minified script and style of the page. Throws if one cannot be inlined in HTML. */
async function bundle(app, entry) {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: app,
    esbuild: { jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none' },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      // Emit one CSS file instead of injecting styles from the script.
      cssCodeSplit: false,
      rollupOptions: { input: join(app, entry), output: { format: 'iife' } },
    },
  });
  const { output } = [built].flat()[0];
  const chunk = output.find(({ type }) => type === 'chunk');
  const script = licenceComment(chunk) + chunk.code;
  const style = String(output.find(({ fileName }) => fileName.endsWith('.css'))?.source ?? '');
  const ending = /<\/(script|style)|<!--/i.exec(script + style);
  if (ending !== null) throw new Error(`the HTML report page contains ${ending[0]}, which would close its own element`);
  return { script, style };
}

/** Writes reporters/generated/html-app.ts and matrix-app.ts under `root`. */
export async function generateHtmlApp(root) {
  const app = join(root, 'reporters', 'html', 'app');
  const { script, style } = await bundle(app, 'main.tsx');
  const matrix = await bundle(app, 'matrix-page.ts');
  const folder = join(root, 'reporters', 'generated');
  mkdirSync(folder, { recursive: true });
  const constant = (name, text) => `export const ${name}: string = ${JSON.stringify(text)};\n`;
  writeFileSync(join(folder, 'html-app.ts'), BANNER + constant('script', script) + constant('style', style));
  writeFileSync(join(folder, 'matrix-app.ts'), BANNER + constant('matrixScript', matrix.script));
}
