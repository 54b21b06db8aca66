// Brands as resources that grants can be on.
import type { GrantableKind } from '../core/access/grantable.ts';

export const brandKind: GrantableKind = {
  name: 'brand',
  table: 'payload.brands',
  label: 'name',
  privacy: 'private',
  width: 10,
};
