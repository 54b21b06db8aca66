// A correct call of an operation, and what the tests need to know about it.
import type { Ability, Scope } from '../../../../src/core/access/ladder.ts';
import type { Caller } from '../../../setup/service.ts';
import type { Tenant } from '../tenant.ts';

export interface Call {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  /** The tenant's admin by default; null is an anonymous caller. */
  as?: Caller;
}

export interface Row {
  good: (tenant: Tenant) => Call | Promise<Call>;
  status?: number;
  needs?: Scope;
  abilities?: readonly Ability[];
  forPeople?: true;
  missing?: number;
  chooses?: readonly string[];
  open?: true;
}

export const nothing = (): Call => ({});
export const asset = (tenant: Tenant): Call => ({ path: { id: tenant.asset } });
export const waiting = async (tenant: Tenant): Promise<Call> => ({ path: { id: await tenant.newAsset() } });
