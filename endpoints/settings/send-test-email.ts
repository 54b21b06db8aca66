import { z } from 'zod';
import { sendTestMail } from '../../src/core/mail/send.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';

export const sendTestEmail = defineOperation({
  name: 'send_test_email',
  route: 'POST /api/v1/settings/email/test',
  tag: 'settings',
  summary:
    'Send yourself a mail the way the organization sends its mails, and hear at once whether it worked',
  description: 'It goes to your own address alone; a key sends it to the person it belongs to.',
  scope: 'admin',
  inOrganization: true,
  output: z.object({ data: z.object({ sent: z.literal(true), to: z.string() }) }),
  status: 200,
  errors: ['conflict', 'invalid'],
  readOnly: true,
  run: async ({ service, caller, access }) => {
    const to =
      caller.kind === 'person' ? caller.email : caller.kind === 'key' ? (caller.owner?.email ?? null) : null;
    if (to === null)
      throw new ApiError(
        'conflict',
        'This key belongs to nobody, so there is no address to send to. Sign in.',
      );
    await sendTestMail(service, access.organizationId, to);
    return { data: { sent: true as const, to } };
  },
});
