/** The filters of the page of a matrix, as its address keeps them; an empty string matches everything. */
interface Filters {
  readonly text: string;
  readonly state: string;
  readonly column: string;
  readonly differs: string;
}

const NAMES = ['text', 'state', 'column', 'differs'] as const satisfies readonly (keyof Filters)[];

const form = document.querySelector<HTMLFormElement>('form.filters');
const count = document.querySelector<HTMLElement>('[role=status]');
const rows = [...document.querySelectorAll<HTMLTableRowElement>('tbody tr[id]')];

/** The filters in an address such as `#/state=fail&differs=1`; `#id` of a row has none. */
function filtersOf(hash: string): Filters {
  const words = new URLSearchParams(hash.startsWith('#/') ? hash.slice(2) : '');
  return Object.fromEntries(NAMES.map((name) => [name, words.get(name) ?? ''])) as never;
}

function field(name: keyof Filters): HTMLInputElement | HTMLSelectElement {
  return form?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement;
}

function isShown(row: HTMLTableRowElement, { text, state, column, differs }: Filters): boolean {
  const cells = [...row.querySelectorAll<HTMLElement>('td')];
  const judged = column === '' ? cells : cells.slice(Number(column), Number(column) + 1);
  const values = new Set(cells.map((cell) => cell.textContent));
  return (
    text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => row.textContent.toLowerCase().includes(word)) &&
    // The facts of the runs and the times have no outcome.
    (state === '' || judged.some((cell) => cell.classList.contains(state))) &&
    (differs === '' || values.size > 1)
  );
}

/** Shows the rows and the columns that match. */
function apply(filters: Filters): void {
  for (const row of rows) row.hidden = !isShown(row, filters);
  for (const line of document.querySelectorAll('tr')) {
    for (const [index, cell] of [...line.children].slice(1).entries()) {
      (cell as HTMLElement).hidden = filters.column !== '' && Number(filters.column) !== index;
    }
  }
  const shown = rows.filter((row) => !row.hidden).length;
  if (count) count.textContent = `${shown} of ${rows.length} rows`;
}

function read(): void {
  const filters = filtersOf(location.hash);
  for (const name of NAMES) {
    const input = field(name);
    if (input instanceof HTMLInputElement && input.type === 'checkbox') input.checked = filters[name] !== '';
    else input.value = filters[name];
  }
  apply(filters);
}

function write(): void {
  const words = new URLSearchParams();
  for (const name of NAMES) {
    const input = field(name);
    const isOff = input instanceof HTMLInputElement && input.type === 'checkbox' && !input.checked;
    if (input.value !== '' && !isOff) words.set(name, input.value);
  }
  // Typing adds no entry to the history of the browser.
  history.replaceState(null, '', `#/${words}`);
  apply(filtersOf(location.hash));
}

if (form) {
  form.hidden = false;
  form.addEventListener('input', write);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(write));
  addEventListener('hashchange', read);
  read();
}

export {};
