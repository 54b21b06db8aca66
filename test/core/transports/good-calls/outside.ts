// Correct calls of the operations of portals, share links and sites.
import { stagedKey } from '../../../../src/core/storage/contract.ts';
import { makePicture } from '../../../assets/library.ts';
import { enterReview } from '../../../shares/review-visitor.ts';
import { site } from '../../../sites/zips.ts';
import { password, type Tenant } from '../tenant.ts';

import { nothing, type Call, type Row } from './row.ts';

const portal = async (tenant: Tenant): Promise<Call> => ({ path: { id: (await tenant.newPortal()).id } });

/** A portal that shows a brand with one page. */
async function newPortalPage(tenant: Tenant): Promise<{ portal: string; brand: string; page: string }> {
  const [brand, page] = [await tenant.newBrand(), tenant.word()];
  await tenant.send('PUT', `/api/v1/brands/${brand}/pages/${page}`, { title: tenant.text() });
  await tenant.send('POST', `/api/v1/brands/${brand}/publish`, {});
  return { portal: (await tenant.newPortal({ brands: [brand] })).slug, brand, page };
}

/** The same, addressed the way a visitor does. */
async function visitorsPortal(tenant: Tenant): Promise<Call> {
  return { path: { slug: (await newPortalPage(tenant)).portal } };
}

/** A deployment that another process is checking, for as long as the test takes. */
async function checkedElsewhere({ marque }: Tenant, siteId: string): Promise<string> {
  const [row] = await marque.service.db.query<{ id: string }>(
    `insert into marque.deployments (site_id, path, kind, created_by, sha256, staged_key, checked, worker, worker_until)
     values ($1, '/', 'landing', 'Somebody', $2, $3, 0.5, gen_random_uuid(), now() + interval '1 hour') returning id`,
    [siteId, 'e'.repeat(64), stagedKey()],
  );
  return row?.id ?? '';
}

async function newShare(tenant: Tenant, kind: string): Promise<{ id: string; token: string }> {
  const body = { kind, collection: tenant.collection, name: tenant.text() };
  const { id, url } = await tenant.send('POST', '/api/v1/shares', body);
  return { id: id as string, token: (url as string).slice((url as string).lastIndexOf('/') + 1) };
}

/** A share link with a file. */
async function filledShare(tenant: Tenant): Promise<{ id: string; token: string }> {
  const made = await newShare(tenant, 'view');
  await tenant.newAsset({ collections: [tenant.collection] });
  return made;
}

const openShare = async (tenant: Tenant): Promise<Call> => ({
  path: { token: (await newShare(tenant, 'view')).token },
  as: null,
});

async function sendToShare(tenant: Tenant): Promise<Call> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(await makePicture())]), `${tenant.word()}.png`);
  return { path: { token: (await newShare(tenant, 'upload')).token }, body, as: null };
}

/** A form on the page of a review link, as somebody who said who they are. */
async function onReview(
  tenant: Tenant,
  fields: (asset: string) => Record<string, string>,
): Promise<Call & { path: { token: string }; headers: { cookie: string; origin: string } }> {
  const asset = await tenant.newAsset();
  const { url } = await tenant.send('POST', '/api/v1/shares', { kind: 'review', asset });
  const token = new URL(url as string).pathname.split('/').at(-1) ?? '';
  const visitor = await enterReview(tenant.marque, { token }, visitorOf(tenant));
  return {
    path: { token },
    body: new URLSearchParams(fields(asset)),
    headers: { cookie: visitor.cookie, origin: tenant.marque.url },
    as: null,
  };
}

const visitorOf = (tenant: Tenant) => ({ name: tenant.text(), email: `${tenant.word()}@example.com` });

async function changeOnReview(tenant: Tenant): Promise<Call> {
  const call = await onReview(tenant, (asset) => ({ asset, body: tenant.text() }));
  const { token } = call.path;
  const sent = await tenant.marque.call('POST', `/s/${token}/comments`, call);
  const comment = (sent.headers.get('location') ?? '').split('#comment-')[1] ?? '';
  return { ...call, path: { token, comment }, body: new URLSearchParams({ body: tenant.text() }) };
}

/** Disabled, so that nothing is sent in the background. */
async function webhook(tenant: Tenant): Promise<Call & { path: { id: string } }> {
  return { path: { id: await tenant.newWebhook() } };
}

/** One that failed. */
async function delivery(tenant: Tenant): Promise<Call> {
  const { path } = await webhook(tenant);
  const [row] = await tenant.marque.service.db.query<{ id: string }>(
    `insert into marque.webhook_deliveries (webhook_id, organization_id, workspace_id, type, removed, actor, occurred_at, body, state)
     values ($1, $2, $3, 'asset.changed', false, '{}', now(), $4, 'failed') returning id`,
    [path.id, tenant.place.organizationId, tenant.place.workspaceId, JSON.stringify({ said: tenant.text() })],
  );
  return { path: { ...path, delivery: row?.id ?? '' } };
}

export const outsideCalls: Record<string, Row> = {
  // webhooks
  list_event_types: { good: nothing },
  list_webhooks: { good: nothing },
  create_webhook: {
    good: (tenant) => ({
      body: {
        url: `https://${tenant.word()}.example.com/`,
        types: ['asset.*'],
        description: tenant.text(),
        enabled: false,
      },
    }),
  },
  get_webhook: { good: webhook },
  update_webhook: {
    good: async (tenant) => ({ ...(await webhook(tenant)), body: { description: tenant.text() } }),
  },
  delete_webhook: { good: webhook },
  reset_webhook_secret: { good: webhook },
  send_test_event: { good: webhook },
  list_webhook_deliveries: { good: webhook },
  send_webhook_delivery: { good: delivery },
  send_webhook_deliveries: {
    good: async (tenant) => {
      const { path } = await delivery(tenant);
      const now = Date.now();
      const body = { from: new Date(now - 60_000).toISOString(), to: new Date(now + 60_000).toISOString() };
      return { path: { id: path?.id ?? '' }, body };
    },
  },

  // portals
  list_portals: { good: nothing },
  create_portal: { good: (tenant) => ({ body: { name: tenant.text(), brands: [tenant.brand] } }) },
  get_portal: { good: portal },
  update_portal: { good: async (tenant) => ({ ...(await portal(tenant)), body: { name: tenant.text() } }) },
  delete_portal: { good: portal, abilities: ['delete'] },
  close_portal: { good: portal },
  read_portal: {
    good: async (tenant) => ({
      path: { slug: (await tenant.newPortal({ collections: [tenant.collection] })).slug },
    }),
    open: true,
  },

  // share links
  list_shares: { good: nothing },
  create_share: {
    good: (tenant) => ({ body: { kind: 'view', collection: tenant.collection, name: tenant.text() } }),
  },
  get_share: { good: async (tenant) => ({ path: { id: (await newShare(tenant, 'view')).id } }) },
  update_share: {
    good: async (tenant) => ({
      path: { id: (await newShare(tenant, 'view')).id },
      body: { name: tenant.text() },
    }),
  },
  get_share_preview: {
    good: async (tenant) => ({ path: { id: (await newShare(tenant, 'view')).id } }),
  },
  get_share_download: {
    good: async (tenant) => ({ path: { token: (await filledShare(tenant)).token }, as: null }),
    open: true,
  },
  delete_share: { good: async (tenant) => ({ path: { id: (await newShare(tenant, 'view')).id } }) },
  get_shared: { good: openShare, open: true },
  send_shared_file: { good: sendToShare, open: true },
  get_share_page: { good: openShare, open: true },
  send_share_page: { good: sendToShare, status: 303, open: true },
  send_review_visitor: {
    good: (tenant) => onReview(tenant, () => visitorOf(tenant)),
    status: 303,
    open: true,
  },
  send_review_comment: {
    good: (tenant) => onReview(tenant, (asset) => ({ asset, body: tenant.text() })),
    status: 303,
    open: true,
  },
  send_review_change: { good: changeOnReview, status: 303, open: true },

  read_portal_page: { good: visitorsPortal, open: true },
  search_portal: {
    good: async (tenant) => ({ ...(await visitorsPortal(tenant)), query: { q: tenant.text() } }),
    open: true,
  },
  list_portal_updates: { good: visitorsPortal, open: true },
  get_portal_llms_text: { good: visitorsPortal, open: true },
  get_portal_brand_json: { good: visitorsPortal, open: true },
  create_portal_request: {
    good: async (tenant) => ({
      path: { slug: (await tenant.newPortal()).slug },
      body: { email: `${tenant.word()}@example.com`, name: tenant.text() },
    }),
    open: true,
  },
  list_portal_requests: { good: portal },
  decide_portal_request: {
    good: async (tenant) => ({ path: await tenant.newPortalRequest(), body: { status: 'approved' } }),
  },
  get_portal_feed: { good: visitorsPortal, open: true },
  get_portal_print: { good: visitorsPortal, open: true },
  download_portal_files: {
    good: async (tenant) => {
      const collections = [tenant.collection];
      await tenant.newAsset({ collections });
      return {
        path: { slug: (await tenant.newPortal({ collections })).slug },
        query: { collection: tenant.collection },
      };
    },
    open: true,
  },
  get_portal_home: { good: visitorsPortal, open: true },
  get_portal_view: {
    good: async (tenant) => ({ path: { ...(await visitorsPortal(tenant)).path, view: 'files' } }),
    open: true,
  },
  get_portal_brand: {
    good: async (tenant) => {
      const { portal: slug, brand } = await newPortalPage(tenant);
      return { path: { slug, brand } };
    },
    open: true,
  },
  get_portal_brand_page: {
    good: async (tenant) => {
      const { portal: slug, ...path } = await newPortalPage(tenant);
      return { path: { slug, ...path } };
    },
    open: true,
  },
  send_portal_request: {
    good: async (tenant) => {
      const { slug } = await tenant.newPortal();
      const body = new URLSearchParams({ email: `${tenant.word()}@example.com`, name: tenant.text() });
      return { path: { slug }, body, as: null };
    },
    open: true,
  },
  send_portal_password: {
    good: async (tenant) => {
      const about = { access: 'password', password, brands: [tenant.brand] };
      const { slug } = await tenant.newPortal(about);
      return { path: { slug }, body: new URLSearchParams({ password }), as: null };
    },
    status: 303,
    open: true,
  },

  // sites
  list_sites: { good: nothing },
  create_site: { good: (tenant) => ({ body: { name: tenant.text() } }) },
  get_site: { good: async (tenant) => ({ path: { id: await tenant.newSite() } }) },
  update_site: {
    good: async (tenant) => ({ path: { id: await tenant.newSite() }, body: { name: tenant.text() } }),
  },
  delete_site: { good: async (tenant) => ({ path: { id: await tenant.newSite() } }) },
  list_deployments: { good: async (tenant) => ({ path: { id: await tenant.newSite() } }) },
  list_previews: { good: async (tenant) => ({ path: { id: await tenant.newSite() } }) },
  delete_mount: {
    good: async (tenant) => {
      const id = await tenant.newSite();
      await tenant.marque.call('POST', `/api/v1/sites/${id}/deployments?wait=true&path=/docs`, {
        as: tenant.as,
        body: new Uint8Array(site()),
      });
      return { path: { id }, query: { path: '/docs' } };
    },
  },
  create_deployment: {
    good: async (tenant) => ({ path: { id: await tenant.newSite() }, body: new Uint8Array(site()) }),
  },
  get_deployment: {
    good: async (tenant) => {
      const id = await tenant.newSite();
      return { path: { id, deployment: await checkedElsewhere(tenant, id) } };
    },
  },
  cancel_deployment: {
    good: async (tenant) => {
      const id = await tenant.newSite();
      return { path: { id, deployment: await checkedElsewhere(tenant, id) } };
    },
  },
  enter_site: {
    good: async (tenant) => {
      const { slug } = await tenant.send('GET', `/api/v1/sites/${await tenant.newSite()}`);
      return { query: { site: slug as string } };
    },
    status: 302,
    open: true,
  },
  send_site_password: {
    good: async (tenant) => {
      const about = { name: tenant.text(), slug: tenant.word(), access: 'password', password };
      const { slug } = await tenant.send('POST', '/api/v1/sites', about);
      const form = new URLSearchParams({ site: slug as string, password });
      return {
        body: new Uint8Array(Buffer.from(form.toString())),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        as: null,
      };
    },
    status: 303,
    open: true,
  },
  restore_deployment: {
    good: async (tenant) => {
      const id = await tenant.newSite();
      const { body } = await tenant.marque.call('POST', `/api/v1/sites/${id}/deployments?wait=true`, {
        as: tenant.as,
        body: new Uint8Array(site()),
      });
      return { path: { id, deployment: body.data.id as string } };
    },
  },
};
