// Correct calls of the operations of the service, accounts, organizations, people, settings and activity.
import { password, type Tenant } from '../tenant.ts';

import { asset, nothing, type Row } from './row.ts';

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

export const identityCalls: Record<string, Row> = {
  // service
  get_health: { good: nothing, open: true },
  get_liveness: { good: nothing, open: true },
  get_readiness: { good: nothing, open: true },
  get_openapi: { good: nothing, open: true },
  list_failed_jobs: { good: nothing },

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

  // activity
  list_activity: { good: nothing },
  list_asset_activity: { good: asset },
  list_audit: { good: nothing },
  list_changes: { good: nothing },
  stream_events: { good: nothing },
};
