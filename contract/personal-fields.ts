/**
 * The documented fields whose values describe a person: names, e-mail addresses, notes and contact data. They have the
 * same meaning in every record that has them.
 */
export const PERSONAL_FIELDS: ReadonlySet<string> = new Set([
  'username',
  'displayName',
  'email',
  'primaryOwnerName',
  'notes',
  'contactName',
  'contactDepartment',
  'contactPhone',
  'contactEmail',
  'manufacturerPhone',
  'manufacturerContact',
  'manufacturerContactPhone',
  'manufacturerContactEmail',
]);
