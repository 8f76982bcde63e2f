/** The law that a rule belongs to: what its id begins with. */
export function lawOf(rule: string): string {
  return rule.split('.')[0] ?? rule;
}
