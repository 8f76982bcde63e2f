import type { QueryParameter } from '../../contract/types.js';
import { formats } from '../../schemas/formats.js';
import type { Context } from '../behaviour.js';
import type { Period } from '../model.js';
import { Refusal } from '../refusal.js';
import { single } from './parameters.js';

const DAY = 86_400_000;

/**
 * `fromDate` and `toDate` as an inclusive period. Both are required; a day that does not exist or an end before the
 * beginning is a 400, also for Get user KPIs, which documents no status for it.
 */
export function readDates(context: Context): Period {
  const from = readMoment('fromDate', context);
  const to = readMoment('toDate', context);
  if (from.time > to.time) throw new Refusal(400, 'fromDate must not be after toDate');
  return { from: from.time, to: to.time + (to.type === 'date' ? DAY - 1 : 0) };
}

function readMoment(name: string, context: Context) {
  const { type } = context.operation.parameters.find((parameter) => parameter.name === name) as QueryParameter;
  const format = type === 'date' ? 'date' : 'date-time';
  const text = single(name, context);
  if (text === undefined) throw new Refusal(400, `${name} is required`);
  // A plus sign in a query means a space; here it can only have been the sign of a zone offset.
  const moment = text.replace(/ (?=\d\d:?\d\d$)/, '+').toUpperCase();
  const time = formats[format](moment) ? Date.parse(moment) : Number.NaN;
  if (Number.isNaN(time)) throw new Refusal(400, `${name} must be a ${format} that exists`);
  return { time, type };
}
