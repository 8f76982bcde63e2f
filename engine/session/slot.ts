import type { Operation } from '../../contract/types.js';

/** What a slot needs of a world: an object that lives as long as the values of an operation are needed. */
interface Scopes {
  scopeOf(operation: Operation): object;
}

/**
 * A value that rules derive from the data of a target, computed once in each generation of a run for all rules that use
 * it. Declare it beside the function that computes it.
 */
export class WorldSlot<Value> {
  readonly #values = new WeakMap<object, Promise<Value>>();

  of({ world }: { readonly world: object }, compute: () => Promise<Value>): Promise<Value> {
    return remembered(this.#values, world, compute);
  }
}

/** As `WorldSlot`, with a value for each operation, which is freed once the checks of the operation are done. */
export class OperationSlot<Value> {
  readonly #values = new WeakMap<object, Promise<Value>>();

  of(
    { world, operation }: { readonly world: Scopes; readonly operation: Operation },
    compute: () => Promise<Value>,
  ): Promise<Value> {
    return remembered(this.#values, world.scopeOf(operation), compute);
  }
}

function remembered<Value>(
  values: WeakMap<object, Promise<Value>>,
  scope: object,
  compute: () => Promise<Value>,
): Promise<Value> {
  const value = values.get(scope) ?? compute();
  values.set(scope, value);
  return value;
}
