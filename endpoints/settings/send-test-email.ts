import { z } from 'zod';
import { sendTestMail } from '../../src/core/mail/send.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';

export const sendTestEmail = defineOperation({
  name: 'send_test_email',
  http: {
    route: 'POST /api/v1/settings/email/test',
    tag: 'settings',
    status: 200,
  },
  summary: "Send yourself a test email from the organization's mail server",
  description:
    'Sent only to your own address, or to the owner of the API key. The response says whether it worked.',
  access: {
    scope: 'admin',
    scopeOn: 'organization',
  },
  output: z.object({ data: z.object({ sent: z.literal(true), to: z.string() }) }),
  errors: ['conflict', 'invalid'],
  readOnly: true,
  run: async ({ service, caller, access }) => {
    const to =
      caller.kind === 'person' ? caller.email : caller.kind === 'key' ? (caller.owner?.email ?? null) : null;
    if (to === null)
      throw new ApiError('conflict', 'This API key has no owner to send the email to. Sign in instead.');
    await sendTestMail(service, access.organizationId, to);
    return { data: { sent: true as const, to } };
  },
});
