// What our migrations add to Payload's tables, as it is now. Payload's `push` in development makes its tables what the collections say,
// and so drops it.
import type pg from 'pg';
import { withTableNames } from '../collection-names.ts';

const sql = /* sql */ `
create unique index if not exists marque_grants_once on payload.grants (user_id, resource, resource_id);
create unique index if not exists marque_group_grants_once on payload.grants (group_id, resource, resource_id);
create unique index if not exists marque_groups_once on payload.groups (organization_id, lower(name));
create unique index if not exists marque_brand_rules_once on payload.brand_rules (brand_id, key, coalesce(context, ''));
create index if not exists marque_brand_rules_assets on payload.brand_rules using gin (assets jsonb_path_ops);
create index if not exists marque_assets_by_time on payload.assets (workspace_id, created_at desc, id desc);
create index if not exists marque_assets_superseded_by on payload.assets (superseded_by) where superseded_by is not null;
create index if not exists marque_assets_parent on payload.assets (parent_asset_id) where parent_asset_id is not null;
do $$ begin
  alter table payload.grants add constraint marque_one_holder check (num_nonnulls(user_id, group_id) = 1);
exception when duplicate_object then null;
end $$;
`;

/** Puts back what a push has dropped. */
export async function restoreIndexes(client: pg.PoolClient): Promise<void> {
  await client.query(withTableNames(sql));
}
