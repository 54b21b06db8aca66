// Access to brands: as targets of operations (by ID, by slug, or as the brand of a rule), and in Payload's own lists.
import { isId, isSlug } from '../core/access/ids.ts';
import { canBePrivate, partsOf } from '../core/access/payload/where.ts';
import type { TargetAlias, TargetKind } from '../core/access/targets.ts';
import { brandKind } from './grantable.ts';

declare module '../core/access/targets.ts' {
  interface TargetKinds {
    brand: string;
    /** By ID, or by slug in the workspace the caller acts in; '' is that workspace's default brand. */
    brandNamed: string;
    /** By the ID of one of its rules. */
    brandOfRule: string;
  }
}

const brandOf = (from: string): string =>
  `select x.id, x.workspace_id, w.organization_id, coalesce(x.private, false) as private, false as deleted from ${from}`;

export const brandTargets: Readonly<Record<string, TargetKind>> = {
  brandSlug: {
    sql: brandOf('w join payload.brands x on x.workspace_id = w.id where x.slug = $target'),
    inWorkspace: true,
    table: 'payload.brands',
  },
  brandDefault: {
    sql: brandOf(
      'w join payload.brands x on x.workspace_id = w.id where x.is_default order by x.created_at, x.id limit 1',
    ),
    inWorkspace: true,
    table: 'payload.brands',
  },
  brandOfRule: {
    sql: brandOf(
      'payload.brand_rules r join payload.brands x on x.id = r.brand_id join payload.workspaces w on w.id = x.workspace_id where r.id = $target',
    ),
    table: 'payload.brands',
  },
};

export const brandAliases: Readonly<Record<string, TargetAlias>> = {
  brandNamed: (name) => {
    if (isId(name)) return 'brand';
    if (name === '') return 'brandDefault';
    return isSlug(name) ? 'brandSlug' : null;
  },
};

export const visibleBrands = canBePrivate({ kind: brandKind, privacy: 'private' });
/** Rules, pages and comments. */
export const visibleParts = partsOf('brand');
