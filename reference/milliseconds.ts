import type { Row } from './model.js';

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(Z?)$/;

/** Gives each time of a record that is in whole seconds milliseconds of its own. */
export function withMilliseconds(record: Row): Row {
  const entries = Object.entries(record).map(([name, value]) => {
    const [, second, zone] = typeof value === 'string' ? (TIME.exec(value) ?? []) : [];
    if (second === undefined) return [name, value];
    const [minutes, seconds] = [Number(second.slice(14, 16)), Number(second.slice(17, 19))];
    return [name, `${second}.${100 + ((minutes * 60 + seconds) % 800)}${zone}`];
  });
  return Object.fromEntries(entries) as Row;
}
