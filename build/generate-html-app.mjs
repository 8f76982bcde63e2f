// Bundles the page of the HTML report and writes it as a module of two texts, so that the package needs no bundler.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const BANNER = '// Generated from reporters/html/app by `npm run build`; not to be edited.\n';

/** The script and the style of the page, bundled and minified. Throws where one could not stand inline in HTML. */
async function bundle(app) {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: app,
    esbuild: { jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none' },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      // One file, and not styles that the script makes.
      cssCodeSplit: false,
      rollupOptions: { input: join(app, 'main.tsx'), output: { format: 'iife' } },
    },
  });
  const { output } = [built].flat()[0];
  const script = output.find(({ type }) => type === 'chunk').code;
  const style = String(output.find(({ fileName }) => fileName.endsWith('.css')).source);
  const ending = /<\/(script|style)|<!--/i.exec(script + style);
  if (ending !== null) throw new Error(`the page of the HTML report holds ${ending[0]}, which would end it`);
  return { script, style };
}

/** Writes reporters/html/generated/ under `root`. */
export async function generateHtmlApp(root) {
  const { script, style } = await bundle(join(root, 'reporters', 'html', 'app'));
  const folder = join(root, 'reporters', 'html', 'generated');
  mkdirSync(folder, { recursive: true });
  const constant = (name, text) => `export const ${name}: string = ${JSON.stringify(text)};\n`;
  writeFileSync(join(folder, 'app.ts'), BANNER + constant('script', script) + constant('style', style));
}
