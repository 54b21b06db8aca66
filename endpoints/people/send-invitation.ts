import { z } from 'zod';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { resendInvitation } from '../../src/identity/people/invitations.ts';
import { SentInvitation } from '../../src/identity/people/schemas.ts';
import { noInvitation, onePath, onInvitation, openInvitation } from './schemas.ts';

export const sendInvitation = defineOperation({
  name: 'send_invitation',
  http: {
    route: 'POST /api/v1/invitations/{id}/resend',
    tag: 'people',
  },
  summary: 'Resend an invitation with a new URL, valid for seven days',
  description: 'The old URL stops working. Whoever resends it becomes its sender.',
  access: {
    scope: 'admin',
    target: onInvitation,
    missing: noInvitation,
  },
  input: { path: onePath },
  output: z.object({ data: SentInvitation }),
  errors: ['not_found'],
  run: async ({ service, db, caller }, { path }) => {
    const data = await resendInvitation({ service, db, caller }, await openInvitation(db, path.id));
    return Answer.json(200, { data }, { 'cache-control': 'no-store' });
  },
});
