// Every list that is paged: how to fill it, and how to read it.
import { randomUUID } from 'node:crypto';
import { startService, type Caller, type Reply } from '../../setup/service.ts';
import type { Tenant } from './tenant.ts';

export const marque = await startService({ RATE_LIMIT: '0' });

export interface Walk {
  path: string;
  as: Caller;
  /** Another value of a filter: the cursor is no longer valid for it. */
  otherwise?: string;
}

export interface List {
  /** Creates seven rows or more. */
  fill: (tenant: Tenant) => Promise<Walk>;
  /**
   * Writes by others while the list is read: a row added, one removed, one changed. @returns ids of removed
   * rows
   */
  disturb: (tenant: Tenant, round: number) => Promise<string[]>;
  rowsOf?: (body: Reply['body']) => { id?: string; number?: number }[];
  nextOf?: (body: Reply['body']) => string | null;
}

export const sql = <Row extends object = { id: string }>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => marque.service.db.query<Row>(text, values);

/** Assets with few distinct timestamps, sizes and names, so that the id decides the order. */
async function insertAssets(
  tenant: Tenant,
  count: number,
  collection: string | null = null,
): Promise<string[]> {
  const rows = await sql(
    `insert into assets (workspace_id, sha256, filename, mime_type, filesize, metadata, tags, fields, status, private, public, rights,
       proposed_tags, proposed_fields, current, created_at)
     select $1, md5(random()::text), (array['a.bin', 'b.bin', E'\\U0001F600.bin', E'\\uFF21.bin'])[1 + n % 4], 'application/zip', n % 2, '{}', '[]', '{}', 'active', false, true,
       case n % 3 when 0 then null else jsonb_build_object('license', null, 'territories', '[]'::jsonb, 'channels', '[]'::jsonb, 'embargo', null,
         'expires', case n % 3 when 1 then '2099-01-01' end, 'modelRelease', null) end,
       '[]', '{}', true, timestamptz '2026-01-01' + (n / 3) * interval '1 millisecond' from generate_series(1, $2) n returning id`,
    [tenant.place.workspaceId, count],
  );
  const ids = rows.map(({ id }) => id);
  if (collection)
    await sql(
      `insert into marque.collection_assets (collection_id, asset_id, position) select $1, id, n / 3 from unnest($2::uuid[]) with ordinality x(id, n)`,
      [collection, ids],
    );
  return ids;
}

/** Adds an asset, deletes one that was added before, and changes one without moving it in its order. */
async function changeAssets(tenant: Tenant, collection: string | null = null): Promise<string[]> {
  await insertAssets(tenant, 1, collection);
  const gone = await sql(
    `delete from assets where id = (select id from assets where workspace_id = $1 and mime_type = 'application/zip' order by md5(id::text) limit 1) returning id`,
    [tenant.place.workspaceId],
  );
  await sql(
    `update assets set tags = '["seen"]' where id = (select id from assets where workspace_id = $1 and mime_type = 'application/zip' order by id limit 1)`,
    [tenant.place.workspaceId],
  );
  return gone.map(({ id }) => id);
}

/** Pairs of assets with the same picture, another one for each pair. */
async function insertPairs(tenant: Tenant, count: number): Promise<void> {
  const ids = await insertAssets(tenant, 2 * count);
  await sql(
    `insert into marque.picture_hashes (workspace_id, asset_id, dhash, phash, due_at)
     select $1, x.id, h.bits, h.bits, null from unnest($2::uuid[]) with ordinality x(id, n)
       cross join lateral (select ('x' || substr(md5($3 || ((x.n - 1) / 2)::text), 1, 16))::bit(64) as bits) h
     on conflict (asset_id) do update set dhash = excluded.dhash, phash = excluded.phash, due_at = null`,
    [tenant.place.workspaceId, ids, randomUUID()],
  );
}

const thread = async (tenant: Tenant, page: string): Promise<string> =>
  (await tenant.send('POST', `/api/v1/brands/${tenant.brand}/comments`, { page, body: tenant.text() }))
    .id as string;

/** Events of a type, created at once: many writes end at the same moment. */
const insertEvents = (
  tenant: Tenant,
  count: number,
  about: { type: string; kind: string; id: string },
): Promise<unknown> =>
  sql(
    `insert into marque.events (organization_id, workspace_id, type, actor_kind, actor_name, subject_kind, subject_id, detail)
     select $1, $2, $3, 'system', 'Marque', $4, $5, '{}' from generate_series(1, $6)`,
    [tenant.place.organizationId, tenant.place.workspaceId, about.type, about.kind, about.id, count],
  );

let sharedCollection = '';

let orderedCollection = '';

let commentedPage = '';

let commentedAsset = '';
const remark = (tenant: Tenant): Promise<unknown> =>
  tenant.send('POST', `/api/v1/assets/${commentedAsset}/comments`, { body: tenant.text() });

let usedAsset = '';
const use = (tenant: Tenant): Promise<unknown> =>
  tenant.send('POST', '/api/v1/uses', { asset: usedAsset, url: `https://example.com/${tenant.word()}` });

let webhook = '';

async function insertDeliveries(tenant: Tenant, count: number): Promise<void> {
  await sql(
    `insert into marque.webhook_deliveries (webhook_id, organization_id, workspace_id, type, removed, actor, occurred_at, state)
     select $1, $2, $3, 'asset.changed', false, '{}', now(), 'failed' from generate_series(1, $4)`,
    [webhook, tenant.place.organizationId, tenant.place.workspaceId, count],
  );
}

export const lists: Record<string, List> = {
  list_assets: {
    fill: async (tenant) => {
      await insertAssets(tenant, 9);
      return { path: '/api/v1/assets', as: tenant.as, otherwise: 'sort=size&tag=none' };
    },
    disturb: (tenant) => changeAssets(tenant),
  },
  list_collection_assets: {
    fill: async (tenant) => {
      orderedCollection = await tenant.newCollection();
      await insertAssets(tenant, 9, orderedCollection);
      return {
        path: `/api/v1/collections/${orderedCollection}/assets`,
        as: tenant.as,
        otherwise: 'status=draft',
      };
    },
    disturb: (tenant) => changeAssets(tenant, orderedCollection),
  },
  list_duplicates: {
    fill: async (tenant) => {
      await insertPairs(tenant, 8);
      return {
        path: '/api/v1/assets/duplicates',
        as: tenant.as,
        otherwise: `collection=${await tenant.newCollection()}`,
      };
    },
    disturb: async (tenant) => {
      await insertPairs(tenant, 1);
      const gone = await sql(
        `delete from assets where id in (select asset_id from marque.picture_hashes where dhash = (
           select dhash from marque.picture_hashes where workspace_id = $1 and dhash is not null order by md5(dhash::text) limit 1)) returning id`,
        [tenant.place.workspaceId],
      );
      return gone.map(({ id }) => id);
    },
    rowsOf: (body) =>
      body.data.map(({ assets }: { assets: { asset: { id: string } }[] }) => ({ id: assets[0]?.asset.id })),
  },
  list_activity: {
    fill: async (tenant) => {
      await insertEvents(tenant, 8, { type: 'asset.changed', kind: 'asset', id: tenant.asset });
      return { path: '/api/v1/activity', as: tenant.as };
    },
    disturb: async (tenant) => {
      await insertEvents(tenant, 2, { type: 'asset.changed', kind: 'asset', id: tenant.asset });
      return [];
    },
  },
  list_asset_activity: {
    fill: async (tenant) => {
      await insertEvents(tenant, 8, { type: 'asset.changed', kind: 'asset', id: tenant.asset });
      return { path: `/api/v1/assets/${tenant.asset}/activity`, as: tenant.as };
    },
    disturb: async (tenant) => {
      await insertEvents(tenant, 2, { type: 'asset.changed', kind: 'asset', id: tenant.asset });
      return [];
    },
  },
  list_audit: {
    fill: async (tenant) => {
      await insertEvents(tenant, 8, { type: 'grant.given', kind: 'person', id: tenant.reader.id });
      return { path: '/api/v1/audit', as: tenant.as };
    },
    disturb: async (tenant) => {
      await insertEvents(tenant, 2, { type: 'grant.given', kind: 'person', id: tenant.reader.id });
      return [];
    },
  },
  list_brand_versions: {
    fill: async (tenant) => {
      await sql(
        `insert into marque.brand_versions (brand_id, number, state, hash, summary, actor_kind, actor_id, actor_name)
         select v.brand_id, v.number + n, v.state, v.hash || n, 'Changed', v.actor_kind, v.actor_id, v.actor_name
         from (select v.* from marque.brand_versions v join brands b on b.id = v.brand_id where b.slug = $1 order by number desc limit 1) v
           cross join generate_series(1, 8) n`,
        [tenant.brand],
      );
      return { path: `/api/v1/brands/${tenant.brand}/versions`, as: tenant.as };
    },
    disturb: async (tenant) => {
      await tenant.newRule();
      return [];
    },
  },
  list_asset_comments: {
    fill: async (tenant) => {
      commentedAsset = await tenant.newAsset();
      for (let made = 0; made < 8; made += 1) await remark(tenant);
      await sql(`update marque.comments set created_at = date_trunc('hour', created_at)`);
      return {
        path: `/api/v1/assets/${commentedAsset}/comments`,
        as: tenant.as,
        otherwise: 'resolved=true',
      };
    },
    disturb: async (tenant, round) => {
      await remark(tenant);
      const { data } = (await tenant.reply('GET', `/api/v1/assets/${commentedAsset}/comments?limit=100`))
        .body as { data: { id: string }[] };
      const { id } = data[round % data.length] ?? { id: '' };
      await tenant.reply('DELETE', `/api/v1/comments/${id}`);
      return [id];
    },
  },
  list_uses: {
    fill: async (tenant) => {
      usedAsset = await tenant.newAsset();
      for (let made = 0; made < 8; made += 1) await use(tenant);
      await sql(`update marque.asset_uses set created_at = date_trunc('hour', created_at)`);
      return { path: '/api/v1/uses', as: tenant.as, otherwise: `by=${tenant.reader.id}` };
    },
    disturb: async (tenant) => {
      await use(tenant);
      const gone = await sql(
        `delete from marque.asset_uses where id = (
           select id from marque.asset_uses where asset_id = $1 order by md5(id::text) limit 1) returning id`,
        [usedAsset],
      );
      return gone.map(({ id }) => id);
    },
  },
  list_page_comments: {
    fill: async (tenant) => {
      commentedPage = await tenant.newPage();
      for (let made = 0; made < 8; made += 1) await thread(tenant, commentedPage);
      // All at once, as an import creates them: the id must decide the order.
      await sql(`update brand_comments set created_at = date_trunc('hour', created_at)`);
      return { path: `/api/v1/brands/${tenant.brand}/comments`, as: tenant.as, otherwise: 'resolved=true' };
    },
    disturb: async (tenant, round) => {
      await thread(tenant, commentedPage);
      const { data } = (await tenant.reply('GET', `/api/v1/brands/${tenant.brand}/comments?limit=100`))
        .body as {
        data: { id: string }[];
      };
      const { id } = data[round % data.length] ?? { id: '' };
      await tenant.reply('DELETE', `/api/v1/brands/${tenant.brand}/comments/${id}`);
      return [id];
    },
  },
  list_webhook_deliveries: {
    fill: async (tenant) => {
      webhook = await tenant.newWebhook();
      await insertDeliveries(tenant, 9);
      return { path: `/api/v1/webhooks/${webhook}/deliveries`, as: tenant.as, otherwise: 'state=pending' };
    },
    disturb: async (tenant) => {
      await insertDeliveries(tenant, 1);
      const gone = await sql(
        `delete from marque.webhook_deliveries where id = (
           select id from marque.webhook_deliveries where webhook_id = $1 order by md5(id::text) limit 1) returning id`,
        [webhook],
      );
      return gone.map(({ id }) => id);
    },
  },
  list_proposals: {
    fill: async (tenant) => {
      for (let made = 0; made < 7; made += 1) await tenant.newProposal();
      return { path: '/api/v1/proposals', as: tenant.as, otherwise: 'kind=rule' };
    },
    disturb: async (tenant, round) => {
      await tenant.newProposal();
      const { data } = (await tenant.reply('GET', '/api/v1/proposals?limit=200')).body as {
        data: { id: string }[];
      };
      const { id } = data[(round * 3) % data.length] ?? { id: '' };
      await tenant.reply('DELETE', `/api/v1/proposals/${id}`);
      return [id];
    },
  },
  get_shared: {
    fill: async (tenant) => {
      sharedCollection = await tenant.newCollection();
      await insertAssets(tenant, 9, sharedCollection);
      const share = (await tenant.send('POST', '/api/v1/shares', {
        kind: 'view',
        collection: sharedCollection,
      })) as {
        url: string;
      };
      return { path: `/api/v1/shared/${new URL(share.url).pathname.split('/').at(-1) ?? ''}`, as: null };
    },
    disturb: (tenant) => changeAssets(tenant, sharedCollection),
    rowsOf: (body) => body.data.assets,
    nextOf: (body) => body.data.next,
  },
  read_portal: {
    fill: async (tenant) => {
      sharedCollection = await tenant.newCollection();
      await insertAssets(tenant, 9, sharedCollection);
      const { slug } = await tenant.newPortal({ collections: [sharedCollection] });
      return { path: `/api/v1/portal/${slug}`, as: null, otherwise: `collection=${sharedCollection}` };
    },
    disturb: (tenant) => changeAssets(tenant, sharedCollection),
    rowsOf: (body) => body.assets,
    nextOf: (body) => body.next,
  },
};
