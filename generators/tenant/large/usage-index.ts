/** Which users use which applications, from both sides, in ascending order. Numbers only: a large tenant has millions. */
export interface UsageIndex {
  applicationsOf(user: number): Uint32Array;
  usersOf(application: number): Uint32Array;
}

/** Positions of one side, those of each position of the other side behind each other. */
interface Grouped {
  /** Where the group of a position begins; the last number is the end of the last group. */
  readonly starts: Uint32Array;
  readonly members: Uint32Array;
}

/** The index of what `pick` gives for each user: positions of applications in ascending order. */
export function usageIndex(users: number, applications: number, pick: (user: number) => readonly number[]): UsageIndex {
  const starts = new Uint32Array(users + 1);
  const picked: number[] = [];
  for (let user = 0; user < users; user += 1) {
    for (const application of pick(user)) picked.push(application);
    starts[user + 1] = picked.length;
  }
  const byUser = { starts, members: Uint32Array.from(picked) };
  const byApplication = turned(byUser, applications);
  return {
    applicationsOf: (user) => groupOf(user, byUser),
    usersOf: (application) => groupOf(application, byApplication),
  };
}

function groupOf(position: number, { starts, members }: Grouped): Uint32Array {
  return members.subarray(starts[position], starts[position + 1]);
}

/** The same pairs, grouped by the other side, which has `count` positions. */
function turned({ starts, members }: Grouped, count: number): Grouped {
  const ends = new Uint32Array(count + 1);
  for (const member of members) ends[member + 1] = (ends[member + 1] as number) + 1;
  for (let position = 0; position < count; position += 1)
    ends[position + 1] = (ends[position + 1] as number) + (ends[position] as number);
  const next = ends.slice();
  const others = new Uint32Array(members.length);
  for (let position = 0; position + 1 < starts.length; position += 1) {
    for (let at = starts[position] as number; at < (starts[position + 1] as number); at += 1) {
      const member = members[at] as number;
      others[next[member] as number] = position;
      next[member] = (next[member] as number) + 1;
    }
  }
  return { starts: ends, members: others };
}
