import { render } from 'preact';
import { terminalText } from '../../terminal-text.js';
import { App } from './app.js';
import { data } from './report-data.js';
import './page.css';

const page = document.getElementById('page');
const { verdict, target } = data.report;
const what = target.embedded ? 'the embedded reference' : terminalText(target.baseUrl, 200);
document.title = `${verdict.replaceAll('-', ' ')}: ${what} · touchstone`;

/** Renders synchronously, so that the browser prints the page in its print form. */
function show(printing: boolean) {
  if (page !== null) render(<App printing={printing} />, page);
}

show(false);
addEventListener('beforeprint', () => show(true));
addEventListener('afterprint', () => show(false));
