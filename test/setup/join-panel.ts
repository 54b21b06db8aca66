// Someone who joins the first account's workspace, with a browser of their own.
import { admin, type Panel, type Visitor } from './panel.ts';
import { addressOf } from './panel-home.ts';

/** Invites someone, and signs up with the invitation. Their address is that of their first name. */
export async function joinPanel(panel: Panel, boss: Visitor, name: string, scope: string): Promise<Visitor> {
  const email = addressOf(name.toLowerCase().split(' ')[0] ?? '');
  const { data: me } = await boss.api<{ data: { workspace: { id: string } } }>('GET', '/api/v1/me');
  const { data: invitation } = await boss.api<{ data: { url: string } }>('POST', '/api/v1/invitations', {
    email,
    resource: 'workspace',
    resourceId: me.workspace.id,
    scope,
  });
  const visitor = await panel.visit();
  const token = /[^/=]+$/.exec(invitation.url)?.[0];
  await visitor.api('POST', '/api/auth/sign-up', { name, email, password: admin.password, token });
  return visitor;
}
