/** The law that a rule belongs to: the first part of its id. */
export function lawOf(rule: string): string {
  return rule.split('.')[0] ?? rule;
}
