// Brands, rules and pages as the access report finds them.
import { tableInWorkspace, type ReportedKind } from '../core/access/reported.ts';

const partOfBrand = (table: string) =>
  ({
    from: `payload.${table} x join payload.brands b on b.id = x.brand_id join payload.workspaces w on w.id = b.workspace_id`,
    accessOn: 'brand',
    accessId: 'b.id',
    grants: { resource: 'brand', name: 'b.name' },
    inBrand: true,
  }) as const;

export const reportedBrands = {
  brand: {
    from: tableInWorkspace('brands'),
    name: 'x.name',
    accessOn: 'brand',
    accessId: 'x.id',
    grants: { resource: 'brand', name: 'x.name' },
    named: 'x.slug = $slug',
  },
  rule: {
    ...partOfBrand('brand_rules'),
    name: `coalesce(nullif(x.label, ''), x.key)`,
    // If a key has several contexts, the rule without one.
    named: 'x.key = $slug',
    order: 'x.context nulls first',
  },
  page: {
    ...partOfBrand('brand_pages'),
    name: 'x.title',
    // A page's earlier slug finds it, unless another page has it now.
    named: `(x.slug = $slug or (jsonb_typeof(x.aliases) = 'array' and x.aliases ? $slug))`,
    order: '(x.slug = $slug) desc, x.created_at',
  },
} as const satisfies Record<string, ReportedKind>;
