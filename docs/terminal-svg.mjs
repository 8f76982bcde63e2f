const COLORS = { 31: '#ff7b72', 32: '#7ee787', 33: '#e3b341', 36: '#79c0ff' };
const [PLAIN, DIM, BACKGROUND] = ['#e6edf3', '#8b949e', '#0d1117'];
const [SIZE, LINE, WIDTH, PADDING] = [13, 18, 7.83, 16];
const COLUMNS = 100;
const RESET = { 22: { bold: false, dim: false }, 39: { color: undefined } };
/** The escape character cannot stand in a pattern of its own. */
const CODE = new RegExp(`${String.fromCharCode(27)}\\[(\\d+)m`);

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function styleAfter(style, code) {
  if (code === 0) return {};
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  return { ...style, ...(RESET[code] ?? { color: COLORS[code] }) };
}

function span(text, { color, bold, dim }) {
  const fill = color ?? (dim ? DIM : PLAIN);
  return `<tspan fill="${fill}"${bold ? ' font-weight="bold"' : ''}>${escaped(text)}</tspan>`;
}

/** Lines of spans as a terminal shows them: a line that is too long goes on in the next one. */
function linesOf(text) {
  const lines = [[]];
  let style = {};
  let column = 0;
  const breakLine = () => {
    lines.push([]);
    column = 0;
  };
  // Texts and codes alternate: text, code, text, code ...
  for (const [index, part] of text.split(CODE).entries()) {
    if (index % 2 === 1) {
      style = styleAfter(style, Number(part));
      continue;
    }
    for (const [row, line] of part.split('\n').entries()) {
      if (row > 0) breakLine();
      for (let rest = line; rest !== ''; ) {
        if (column === COLUMNS) breakLine();
        const fits = rest.slice(0, COLUMNS - column);
        lines.at(-1).push(span(fits, style));
        column += fits.length;
        rest = rest.slice(fits.length);
      }
    }
  }
  return lines;
}

/** Text with the colour codes of a terminal (ECMA-48 SGR) as an SVG picture of a terminal 100 characters wide; its title says what it shows. */
export function toSvg(text, title) {
  const lines = linesOf(text);
  const [width, height] = [Math.ceil(COLUMNS * WIDTH + 2 * PADDING), lines.length * LINE + 2 * PADDING];
  const texts = lines.map((spans, index) => {
    const y = PADDING + (index + 0.75) * LINE;
    return `<text x="${PADDING}" y="${y}" xml:space="preserve">${spans.join('')}</text>`;
  });
  const font = `font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="${SIZE}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" ${font}>`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${BACKGROUND}"/>`,
    ...texts,
    '</svg>\n',
  ].join('\n');
}
