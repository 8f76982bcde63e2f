import { type WireForm, wireForms } from '../../contract/wire-form.js';
import { isRecord } from '../../engine/session/page.js';
import { loadValidators, problemsOf } from '../../engine/session/validation.js';
import { INDEX_KEYED } from '../../schemas/json-pointer.js';

/** A response to a read: its schema, and its body. */
export interface Body {
  readonly schema: string;
  readonly body: unknown;
}

/** The wire form of index-keyed objects, and the fields that show it. */
export interface SeenForm {
  readonly form: WireForm;
  readonly fields: readonly string[];
}

/** How many records of a page are looked at. */
const RECORDS = 100;

/**
 * The wire form that fits more of the places where the two differ; `null` if no response has such a place, or if both fit
 * as many.
 */
export async function wireFormSeen(bodies: readonly Body[]): Promise<SeenForm | null> {
  const wrong = { object: await misfits(bodies, 'object'), array: await misfits(bodies, 'array') };
  const fits = (form: WireForm) => {
    const [other = form] = wireForms.filter((one) => one !== form);
    return [...wrong[other]].filter(([place]) => !wrong[form].has(place));
  };
  const [object, array] = [fits('object'), fits('array')];
  if (object.length === array.length) return null;
  const form = object.length > array.length ? 'object' : 'array';
  return { form, fields: [...new Set((form === 'object' ? object : array).map(([, field]) => field))] };
}

/** The places at which index-keyed objects do not fit a form, each with its field. */
async function misfits(bodies: readonly Body[], form: WireForm): Promise<ReadonlyMap<string, string>> {
  const validators = await loadValidators(form);
  return new Map(
    bodies.flatMap(({ schema, body }, index) =>
      problemsOf(validators, schema, shortened(body)).flatMap(({ pointer }): [string, string][] => {
        const field = pointer.slice(pointer.lastIndexOf('/') + 1);
        return INDEX_KEYED.has(field) ? [[`${index}${pointer}`, field]] : [];
      }),
    ),
  );
}

function shortened(body: unknown): unknown {
  if (!isRecord(body) || !Array.isArray(body.items)) return body;
  return { ...body, items: body.items.slice(0, RECORDS) };
}
