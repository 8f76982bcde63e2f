/** A title or a name in camelCase as an id in kebab-case: `getUser answers 3.0` is `get-user-answers-3-0`. */
export function slug(text: string): string {
  return text
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
