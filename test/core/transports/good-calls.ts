// A correct call of every operation, for the tests that call them all. An operation without a row fails
// test/core/transports/every-operation.test.ts.
//
// Adding a row: use the operation's name, and return from `good` a call that the tenant's admin makes and
// that succeeds. Take ids, names and texts from the given tenant, never literals: the tests build the same
// call for two tenants and swap what differs (ids, slugs, keys, addresses), one value at a time. A call that
// changes or removes a resource creates it first (`await tenant.newCollection()`), since it runs many times.
//   status     of the success, if it isn't the operation's own
//   needs      the scope, for an operation of scope `any` that checks one itself
//   abilities  that it checks in `run`, besides the operation's own
//   chooses    path parameters that the caller makes up, and that name nothing in another tenant: a new slug
//   forPeople  keys are refused, whatever they name
//   missing    how it answers for a missing resource, if that isn't a 404
//   open       anyone with the address can call it: an upload's secret, public resources
// New kinds of resources that other tests will need as well are created in test/core/transports/tenant.ts.
import type { Ability, Scope } from '../../../src/core/access/ladder.ts';
import { makePicture, sendBytes } from '../../assets/library.ts';
import type { Caller } from '../../setup/service.ts';
import { site } from '../../sites/zips.ts';
import { password, type Tenant } from './tenant.ts';

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

const nothing = (): Call => ({});
const asset = (tenant: Tenant): Call => ({ path: { id: tenant.asset } });
const waiting = async (tenant: Tenant): Promise<Call> => ({ path: { id: await tenant.newAsset() } });

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

async function newComment(tenant: Tenant): Promise<string> {
  const body = { page: await tenant.newPage(), body: tenant.text() };
  const made = await tenant.send('POST', `/api/v1/brands/${tenant.brand}/comments`, body);
  return (made as { id: string }).id;
}

async function newShare(tenant: Tenant, kind: string): Promise<{ id: string; token: string }> {
  const body = { kind, collection: tenant.collection, name: tenant.text() };
  const { id, url } = await tenant.send('POST', '/api/v1/shares', body);
  return { id: id as string, token: (url as string).slice((url as string).lastIndexOf('/') + 1) };
}

/** An agent's authorization request, before a person looked at it. */
async function newConsentRequest(tenant: Tenant): Promise<string> {
  const [row] = await tenant.marque.service.db.query<{ id: string }>(
    `insert into marque.oauth_requests (client_id, client_name, redirect_uri, challenge, issuer, resource, expires_at)
     values ($1, $2, 'http://localhost:7777/back', 'challenge', 'https://marque.example', 'https://marque.example/api/v1/mcp', now() + interval '1 hour')
     returning id`,
    [`mqc_${tenant.word()}`, tenant.text()],
  );
  return row?.id ?? '';
}

export const goodCalls: Record<string, Row> = {
  // service
  get_health: { good: nothing, open: true },
  get_openapi: { good: nothing, open: true },

  // accounts
  sign_up: {
    good: (tenant) => ({
      body: { name: tenant.text(), email: `${tenant.word()}@example.com`, password },
      as: null,
    }),
    // Once the first account exists, people join by invitation.
    status: 403,
  },
  sign_in: { good: (tenant) => ({ body: { email: tenant.admin.email, password }, as: null }), open: true },
  sign_out: { good: async (tenant) => ({ as: { cookie: (await tenant.newMember()).cookie } }), open: true },
  get_session: { good: nothing },
  send_password_link: {
    good: (tenant) => ({ body: { email: `${tenant.word()}@example.com` }, as: null }),
    open: true,
  },
  reset_password: {
    good: async (tenant) => ({ body: { token: await tenant.newReset(), password }, as: null }),
    open: true,
  },
  update_me: {
    good: async (tenant) => ({ body: { name: tenant.text() }, as: tenant.here(await tenant.newMember()) }),
    open: true,
  },
  list_sessions: { good: nothing },
  delete_session: {
    good: async (tenant) => {
      await tenant.marque.call('POST', '/api/auth/sign-in', {
        body: { email: tenant.admin.email, password },
      });
      const open = (await tenant.send('GET', '/api/v1/me/sessions')) as { id: string; current: boolean }[];
      return { path: { id: open.find(({ current }) => !current)?.id ?? '' } };
    },
    forPeople: true,
  },

  // access
  get_me: { good: nothing },
  list_keys: { good: nothing },
  create_key: { good: (tenant) => ({ body: { name: tenant.text(), scope: 'read' } }), needs: 'admin' },
  delete_key: {
    good: async (tenant) => ({
      path: { id: (await tenant.send('POST', '/api/v1/keys', { name: tenant.text(), scope: 'read' })).id },
    }),
    needs: 'admin',
  },
  give_grant: {
    good: async (tenant) => ({
      body: {
        user: (await tenant.newMember()).id,
        resource: 'collection',
        resourceId: tenant.collection,
        scope: 'read',
      },
    }),
    needs: 'admin',
  },
  take_grant: {
    good: async (tenant) => ({ path: { grant: (await tenant.newMember()).grant } }),
    needs: 'admin',
  },

  // Any signed-in person whose agent sent them there decides; with the page's nonce the request is theirs
  // alone.
  get_consent: {
    good: async (tenant) => ({ path: { id: await newConsentRequest(tenant) } }),
    forPeople: true,
    open: true,
  },
  give_consent: {
    good: async (tenant) => {
      const id = await newConsentRequest(tenant);
      const { nonce } = (await tenant.send('GET', `/api/v1/oauth/requests/${id}`)) as { nonce: string };
      const workspace = tenant.place.workspaceId;
      return { path: { id }, body: { nonce, allow: true, workspace, scope: 'read' } };
    },
    forPeople: true,
    missing: 410,
  },

  list_holders: { good: (tenant) => ({ path: { ref: tenant.asset }, query: { who: tenant.reader.id } }) },

  // organizations
  list_organizations: { good: nothing },
  create_organization: { good: (tenant) => ({ body: { name: tenant.text() } }) },
  update_organization: {
    good: (tenant) => ({ path: { id: tenant.place.organizationId }, body: { name: tenant.text() } }),
  },
  delete_organization: {
    good: async (tenant) => ({
      path: { id: (await tenant.send('POST', '/api/v1/organizations', { name: tenant.text() })).id },
    }),
  },
  list_workspaces: { good: nothing },
  create_workspace: { good: (tenant) => ({ body: { name: tenant.text() } }) },
  update_workspace: {
    good: (tenant) => ({ path: { id: tenant.place.workspaceId }, body: { name: tenant.text() } }),
  },
  delete_workspace: {
    good: async (tenant) => ({
      path: { id: (await tenant.send('POST', '/api/v1/workspaces', { name: tenant.text() })).id },
    }),
    needs: 'admin',
  },

  get_usage: { good: nothing },

  // people
  list_groups: { good: nothing },
  create_group: {
    good: async (tenant) => ({ body: { name: tenant.text(), members: [(await tenant.newMember()).id] } }),
  },
  get_group: { good: async (tenant) => ({ path: { id: await tenant.newGroup() } }) },
  update_group: {
    good: async (tenant) => ({
      path: { id: await tenant.newGroup() },
      body: { name: tenant.text(), members: [(await tenant.newMember()).id] },
    }),
  },
  delete_group: { good: async (tenant) => ({ path: { id: await tenant.newGroup() } }) },
  change_group_members: {
    good: async (tenant) => ({
      path: { id: await tenant.newGroup() },
      body: { add: [(await tenant.newMember()).id], remove: [tenant.reader.id] },
    }),
  },

  list_members: { good: nothing, needs: 'admin' },
  delete_member: { good: async (tenant) => ({ path: { id: (await tenant.newMember()).id } }) },
  create_invitation: {
    good: (tenant) => ({
      body: {
        email: `${tenant.word()}@example.com`,
        resource: 'collection',
        resourceId: tenant.collection,
        scope: 'read',
      },
    }),
    needs: 'admin',
  },
  delete_invitation: { good: async (tenant) => ({ path: { id: (await tenant.newInvitation()).id } }) },
  send_invitation: { good: async (tenant) => ({ path: { id: (await tenant.newInvitation()).id } }) },
  get_invitation: {
    good: async (tenant) => ({ path: { token: (await tenant.newInvitation()).token }, as: null }),
    open: true,
  },
  take_invitation: {
    good: async (tenant) => {
      const person = await tenant.marque.makePerson(tenant.text());
      const { token } = await tenant.newInvitation(person.email);
      return { path: { token }, as: { cookie: person.cookie } };
    },
    open: true,
  },

  // settings
  list_settings: { good: nothing },
  get_policy: { good: nothing },
  update_setting: {
    good: () => ({ path: { key: 'delivery' }, query: { context: 'workspace' }, body: { quality: 80 } }),
  },
  delete_setting: { good: () => ({ path: { key: 'retention' }, query: { context: 'organization' } }) },
  // No mail server is set up: test/core/mail sends mails.
  send_test_email: { good: nothing, status: 409 },
  get_branding: { good: nothing, open: true },

  // fields
  list_fields: { good: nothing },
  list_field_types: { good: nothing },
  create_field: { good: (tenant) => ({ body: { key: tenant.word(), label: tenant.text(), type: 'text' } }) },
  update_field: {
    good: (tenant) => ({ path: { key: tenant.field }, body: { label: tenant.text() } }),
  },
  delete_field: {
    good: async (tenant) => {
      const key = tenant.word();
      await tenant.send('POST', '/api/v1/fields', { key, label: tenant.text(), type: 'text' });
      return { path: { key } };
    },
    abilities: ['delete'],
  },

  // collections
  list_collections: { good: nothing },
  create_collection: {
    good: (tenant) => ({ body: { name: tenant.text(), fields: { [tenant.field]: 'blue' } } }),
  },
  get_collection: { good: (tenant) => ({ path: { id: tenant.collection } }) },
  update_collection: {
    good: (tenant) => ({ path: { id: tenant.collection }, body: { name: tenant.text() } }),
  },
  delete_collection: { good: async (tenant) => ({ path: { id: await tenant.newCollection() } }) },
  change_collection_assets: {
    good: async (tenant) => ({
      path: { id: await tenant.newCollection() },
      body: { add: [tenant.asset], remove: [await tenant.newAsset()] },
    }),
  },

  // searches
  list_searches: { good: nothing },
  create_search: {
    good: (tenant) => ({ body: { name: tenant.text(), query: { collection: tenant.collection } } }),
  },
  delete_search: {
    good: async (tenant) => ({
      path: { id: (await tenant.send('POST', '/api/v1/searches', { name: tenant.text(), query: {} })).id },
    }),
    needs: 'write',
    abilities: ['delete'],
  },

  // brands
  list_brands: { good: nothing },
  create_brand: { good: (tenant) => ({ body: { name: tenant.text(), from: tenant.brand } }) },
  update_brand: {
    good: async (tenant) => ({ path: { slug: await tenant.newBrand() }, body: { name: tenant.text() } }),
  },
  delete_brand: { good: async (tenant) => ({ path: { slug: await tenant.newBrand() } }) },
  get_brand_status: { good: (tenant) => ({ path: { slug: tenant.brand } }) },
  get_theme: { good: (tenant) => ({ path: { slug: tenant.brand } }) },
  update_theme: { good: (tenant) => ({ path: { slug: tenant.brand }, body: { radius: 8 } }) },
  get_brand: { good: (tenant) => ({ path: { slug: tenant.brand } }) },
  list_rules: { good: (tenant) => ({ query: { brand: tenant.brand, asset: tenant.asset } }) },
  create_rule: {
    good: (tenant) => ({
      query: { brand: tenant.brand },
      body: {
        key: `copy.${tenant.word()}`,
        type: 'text',
        value: tenant.text(),
        assets: [{ id: tenant.asset }],
      },
    }),
  },
  set_rules: {
    good: async (tenant) => ({
      query: { brand: tenant.brand },
      body: {
        set: [{ key: `copy.${tenant.word()}`, type: 'text', value: tenant.text() }],
        remove: [{ key: (await tenant.newRule()).key }],
      },
    }),
  },
  change_rule_order: {
    good: async (tenant) => ({
      query: { brand: tenant.brand },
      body: { keys: [(await tenant.newRule()).key] },
    }),
  },
  update_rule: {
    good: async (tenant) => ({ path: { id: (await tenant.newRule()).id }, body: { value: tenant.text() } }),
  },
  list_templates: { good: nothing },
  list_pages: { good: (tenant) => ({ path: { slug: tenant.brand } }) },
  create_first_pages: {
    good: async (tenant) => ({ path: { slug: await tenant.newBrand() }, body: {} }),
  },
  get_page: { good: async (tenant) => ({ path: { slug: tenant.brand, page: await tenant.newPage() } }) },
  save_page: {
    good: async (tenant) => ({
      path: { slug: tenant.brand, page: await tenant.newPage() },
      body: {
        title: tenant.text(),
        parent: await tenant.newPage(),
        sections: [{ template: 'text', body: tenant.text() }],
      },
    }),
    chooses: ['page'],
  },
  edit_page: {
    good: async (tenant) => ({
      path: { slug: tenant.brand, page: await tenant.newPage() },
      body: { ops: [{ op: 'page', set: { title: tenant.text(), parent: await tenant.newPage() } }] },
    }),
  },
  preview_page: {
    good: async (tenant) => ({
      path: { slug: tenant.brand, page: await tenant.newPage() },
      body: { title: tenant.text(), sections: [{ template: 'text', body: tenant.text() }] },
    }),
  },
  delete_page: { good: async (tenant) => ({ path: { slug: tenant.brand, page: await tenant.newPage() } }) },
  delete_rule: { good: async (tenant) => ({ path: { id: (await tenant.newRule()).id } }) },

  publish_brand: {
    good: async (tenant) => ({
      path: { slug: await tenant.newBrand() },
      body: { note: tenant.text(), image: tenant.asset },
    }),
  },
  list_brand_updates: { good: (tenant) => ({ path: { slug: tenant.brand } }) },
  list_brand_versions: { good: (tenant) => ({ path: { slug: tenant.brand } }) },
  get_brand_version: { good: async (tenant) => ({ path: { slug: await tenant.newBrand(), n: '1' } }) },
  restore_brand_version: { good: async (tenant) => ({ path: { slug: await tenant.newBrand(), n: '1' } }) },
  update_brand_version: {
    good: async (tenant) => ({
      path: { slug: await tenant.newBrand(), n: '1' },
      body: { name: tenant.text() },
    }),
  },
  list_comments: { good: (tenant) => ({ path: { slug: tenant.brand } }) },
  get_comment: { good: async (tenant) => ({ path: { slug: tenant.brand, id: await newComment(tenant) } }) },
  create_comment: {
    good: async (tenant) => ({
      path: { slug: tenant.brand },
      body: { page: await tenant.newPage(), body: tenant.text() },
    }),
  },
  update_comment: {
    good: async (tenant) => ({
      path: { slug: tenant.brand, id: await newComment(tenant) },
      body: { body: tenant.text(), resolved: true },
    }),
  },
  delete_comment: {
    good: async (tenant) => ({ path: { slug: tenant.brand, id: await newComment(tenant) } }),
    abilities: ['delete'],
  },
  get_tokens: { good: (tenant) => ({ query: { brand: tenant.brand } }) },
  get_files: { good: (tenant) => ({ path: { slug: tenant.brand } }) },
  get_brand_json: { good: async (tenant) => ({ path: { slug: await tenant.newPublishedBrand() } }) },
  get_brand_llms_text: { good: async (tenant) => ({ path: { slug: await tenant.newPublishedBrand() } }) },
  get_brand_source: { good: (tenant) => ({ path: { slug: tenant.brand } }) },
  set_brand_source: {
    good: async (tenant) => ({
      path: { slug: await tenant.newBrand() },
      body: { remote: `https://${tenant.word()}.example.com/brand.git`, token: tenant.text() },
    }),
  },
  delete_brand_source: { good: async (tenant) => ({ path: { slug: await tenant.newSource() } }) },
  sync_brand_source: {
    good: async (tenant) => ({ path: { slug: await tenant.newSource() }, body: { direction: 'pull' } }),
  },
  get_brand_sync: { good: async (tenant) => ({ path: { slug: await tenant.newSync() } }) },
  import_files: {
    good: async (tenant) => ({
      path: { slug: await tenant.newBrand() },
      body: {
        files: {
          'brand.yaml': `name: ${JSON.stringify(tenant.text())}\n`,
          'rules/voice.yaml': `voice.tone:\n  type: text\n  value: ${JSON.stringify(tenant.text())}\n  assets:\n    - assets/a.png\n`,
        },
        assets: { 'assets/a.png': tenant.asset },
      },
    }),
  },

  // proposals
  propose_changes: {
    good: async (tenant) => ({
      body: {
        items: [
          {
            kind: 'title',
            target: { resource: 'asset', id: await tenant.newAsset() },
            change: { title: tenant.text() },
            note: tenant.text(),
          },
        ],
      },
    }),
  },
  propose_rules: {
    good: (tenant) => ({
      query: { brand: tenant.brand },
      body: {
        set: [{ key: `copy.${tenant.word()}`, type: 'text', value: tenant.text() }],
        note: tenant.text(),
      },
    }),
  },
  propose_page: {
    good: async (tenant) => ({
      path: { slug: tenant.brand, page: await tenant.newPage() },
      body: { content: { title: tenant.text() }, note: tenant.text() },
    }),
    chooses: ['page'],
  },
  list_proposals: { good: (tenant) => ({ query: { target: tenant.asset } }) },
  decide_proposal: {
    good: async (tenant) => ({ path: { id: await tenant.newProposal() }, body: { decision: 'accept' } }),
  },
  decide_proposals: {
    good: async (tenant) => ({
      body: { ids: [await tenant.newProposal()], decision: 'reject', note: tenant.text() },
    }),
  },
  withdraw_proposal: { good: async (tenant) => ({ path: { id: await tenant.newProposal() } }) },

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
  delete_share: { good: async (tenant) => ({ path: { id: (await newShare(tenant, 'view')).id } }) },
  get_shared: {
    good: async (tenant) => ({ path: { token: (await newShare(tenant, 'view')).token }, as: null }),
    open: true,
  },
  send_shared_file: {
    good: async (tenant) => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(await makePicture())]), `${tenant.word()}.png`);
      return { path: { token: (await newShare(tenant, 'upload')).token }, body, as: null };
    },
    open: true,
  },
  get_share_page: {
    good: async (tenant) => ({ path: { token: (await newShare(tenant, 'view')).token }, as: null }),
    open: true,
  },
  send_share_page: {
    good: async (tenant) => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(await makePicture())]), `${tenant.word()}.png`);
      return { path: { token: (await newShare(tenant, 'upload')).token }, body, as: null };
    },
    status: 303,
    open: true,
  },

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
  create_deployment: {
    good: async (tenant) => ({ path: { id: await tenant.newSite() }, body: new Uint8Array(site()) }),
  },
  get_site_door: {
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

  // activity
  list_activity: { good: nothing },
  list_asset_activity: { good: asset },
  list_audit: { good: nothing },

  // uploads
  create_upload: {
    good: (tenant) => ({ body: { filename: `${tenant.word()}.png`, mime: 'image/png', size: 3 } }),
  },
  send_upload: {
    good: async (tenant) => ({
      path: { secret: await tenant.newUpload() },
      body: new Uint8Array([1, 2, 3]),
      as: null,
    }),
    open: true,
  },
  get_upload: {
    good: async (tenant) => ({ path: { secret: await tenant.newUpload() }, as: null }),
    open: true,
  },
  append_upload: {
    good: async (tenant) => ({
      path: { secret: await tenant.newUpload() },
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array([1, 2]),
      as: null,
    }),
    status: 204,
    open: true,
  },

  // assets
  create_asset: {
    good: async (tenant) => {
      const { token } = await sendBytes(tenant.marque, tenant.as, await makePicture());
      return {
        body: {
          token,
          tags: [tenant.word()],
          collections: [tenant.collection],
          fields: { [tenant.field]: 'red' },
          versionOf: tenant.asset,
        },
      };
    },
  },
  list_assets: {
    good: (tenant) => ({ query: { collection: tenant.collection, [`f.${tenant.field}`]: 'red' } }),
  },
  download_assets: { good: (tenant) => ({ query: { id: tenant.asset } }) },
  update_assets: {
    good: async (tenant) => ({ body: { ids: [await tenant.newAsset()], patch: { title: tenant.text() } } }),
  },
  get_asset: { good: asset },
  update_asset: {
    good: async (tenant) => ({
      path: { id: await tenant.newAsset() },
      body: {
        title: tenant.text(),
        fields: { [tenant.field]: 'blue' },
        parentAssetId: tenant.asset,
        supersededBy: tenant.asset,
      },
    }),
  },
  delete_asset: { good: waiting },
  restore_asset: {
    good: async (tenant) => {
      const id = await tenant.newAsset();
      await tenant.send('DELETE', `/api/v1/assets/${id}`);
      return { path: { id } };
    },
  },
  get_rendition_url: { good: (tenant) => ({ path: { id: tenant.asset }, query: { w: '20' } }) },
  describe_asset: { good: asset },
  get_asset_usage: { good: asset },
  set_asset_usage: {
    good: async (tenant) => ({
      path: { id: await tenant.newAsset() },
      body: { credit: tenant.text(), mining: 'disallowed' },
    }),
  },
  check_use: { good: (tenant) => ({ body: { asset: tenant.asset, channel: 'web', brand: tenant.brand } }) },
  list_versions: { good: asset },
  list_asset_uses: { good: asset },
  make_version_current: {
    good: async (tenant) => {
      const first = await tenant.newAsset();
      await tenant.newAsset({ versionOf: first });
      return { path: { id: first, n: '1' } };
    },
  },
  propose_tags: { good: async (tenant) => ({ ...(await waiting(tenant)), body: { tags: [tenant.word()] } }) },
  propose_fields: {
    good: async (tenant) => ({ ...(await waiting(tenant)), body: { fields: { [tenant.field]: 'blue' } } }),
  },
  create_signed_url: { good: (tenant) => ({ ...asset(tenant), body: {} }) },
  get_asset_content: { good: asset },
  get_asset_content_rendition: { good: (tenant) => ({ path: { id: tenant.asset, transform: 'w_320' } }) },

  // delivery: of an asset that isn't public
  deliver_original: { good: asset },
  deliver_rendition: { good: (tenant) => ({ path: { id: tenant.asset, transform: 'w_320' } }) },
  deliver_current: { good: asset, status: 302 },
  deliver_current_rendition: {
    good: (tenant) => ({ path: { id: tenant.asset, transform: 'w_320' } }),
    status: 302,
  },
};
