import type * as wire from '../../schemas/generated/interface.js';

/** The members that a generated type names, without its index signature. */
type Known<T> = { [K in keyof T as string extends K ? never : K]: T[K] };

/** An index-keyed object of the wire is a plain array in the tenant; everything else is as on the wire. */
type Plain<T> = T extends readonly unknown[]
  ? T
  : keyof Known<T> extends never
    ? T extends Record<string, infer Value>
      ? Value[]
      : T
    : T;

/**
 * A record as the tenant stores it: every documented field, null only if `Nullable` names it, with arrays instead of
 * index-keyed objects. Derived from the schema type, so that each field is defined once.
 */
type Stored<Wire, Nullable extends keyof Known<Wire> = never> = {
  readonly [K in keyof Known<Wire>]-?: K extends Nullable
    ? Plain<NonNullable<Wire[K]>> | null
    : Plain<NonNullable<Wire[K]>>;
};

/** A user with the employment that some lists show; the schema of each record determines which fields are sent. */
export type User = Omit<
  Stored<wire.ApplicationUser, 'country' | 'department' | 'lastActive' | 'terminationDate'>,
  'totalDaysUsed' | 'roles'
>;
export type Application = Stored<
  wire.Application,
  'primaryOwnerId' | 'primaryOwnerName' | 'notes' | 'aiCategory' | 'aiSubcategory' | 'riskScore' | 'certifications'
>;
export type DiscoverySource = Omit<Stored<wire.UserDiscoverySource>, 'created'>;
export type Agreement = Omit<
  Stored<wire.AgreementDetail, 'parentId' | 'description' | 'contactDepartment' | 'contactPhone' | 'manufacturerPhone'>,
  '_links'
>;
export type AgreementType = Omit<Stored<wire.AgreementTypeDetail, 'description'>, '_links'>;
export type Period = Omit<Stored<wire.Period>, '_links'>;
