import { describe, expect, it } from 'vitest';
import { described } from '../../../conformance/interface.js';
import { operation } from '../../../contract/operations/index.js';
import type { Session } from '../../../engine/session/session.js';
import { OperationSlot, WorldSlot } from '../../../engine/session/slot.js';
import { World } from '../../../engine/session/world.js';

const [users, applications] = [operation('getUsers'), operation('getApplications')];
const worldOf = () => new World({ forget: () => undefined } as unknown as Session, described);

/** A computation that counts how often it runs. */
function counted() {
  let runs = 0;
  return async () => {
    runs += 1;
    return runs;
  };
}

describe('a slot of an operation', () => {
  it('has one value for all rules that use it, even if they use it at the same time', async () => {
    const slot = new OperationSlot<number>();
    const [world, compute] = [worldOf(), counted()];
    const context = { world, operation: users };

    expect(await Promise.all([slot.of(context, compute), slot.of(context, compute)])).toEqual([1, 1]);
    expect(await slot.of({ world, operation: users }, compute)).toBe(1);
  });

  it('has a value of its own in each operation, each world and each slot', async () => {
    const slot = new OperationSlot<number>();
    const [world, compute] = [worldOf(), counted()];

    expect(await slot.of({ world, operation: users }, compute)).toBe(1);
    expect(await slot.of({ world, operation: applications }, compute)).toBe(2);
    expect(await slot.of({ world: worldOf(), operation: users }, compute)).toBe(3);
    expect(await new OperationSlot<number>().of({ world, operation: users }, compute)).toBe(4);
  });

  it('is emptied once the checks of its operation are done, and no other one is', async () => {
    const slot = new OperationSlot<number>();
    const [world, compute] = [worldOf(), counted()];
    await slot.of({ world, operation: users }, compute);
    await slot.of({ world, operation: applications }, compute);

    world.forget(users);

    expect(await slot.of({ world, operation: applications }, compute)).toBe(2);
    expect(await slot.of({ world, operation: users }, compute)).toBe(3);
  });

  it('keeps a failure, as it keeps a value', async () => {
    const slot = new OperationSlot<number>();
    const context = { world: worldOf(), operation: users };
    const failing = async () => {
      throw new Error('no data');
    };

    await expect(slot.of(context, failing)).rejects.toThrow('no data');
    await expect(slot.of(context, counted())).rejects.toThrow('no data');
  });
});

describe('a slot of a world', () => {
  it('has one value for all operations, until the world ends', async () => {
    const slot = new WorldSlot<number>();
    const [world, compute] = [worldOf(), counted()];

    expect(await slot.of({ world }, compute)).toBe(1);
    world.forget(users);
    expect(await slot.of({ world }, compute)).toBe(1);
    expect(await slot.of({ world: worldOf() }, compute)).toBe(2);
  });
});
