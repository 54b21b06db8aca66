import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { openShare } from '../../src/shares/open-share.ts';
import { fileReceived, receiveFile } from '../../src/shares/receive.ts';
import { refusals, tokenPath } from './schemas.ts';

export const sendSharedFile = defineOperation({
  name: 'send_shared_file',
  http: {
    route: 'POST /api/v1/shared/{token}',
    tag: 'shares',
    status: 201,
    streams: ['multipart/form-data'],
    // No account cookie signs this form: the link is the permission.
    skipOriginCheck: true,
  },
  summary: 'Upload a file through an upload link, as the part "file" of a form',
  description:
    "It waits in the link's collection for review. The parts `name`, `email` and `note` are optional; reviewers see them. Send one file per request. The response is the same whether the file was already known or not. If the link has a password, send it as X-Share-Password.",
  access: {
    scope: 'public',
  },
  input: { path: tokenPath },
  output: z.object({ data: z.object({ received: z.literal(true), filename: z.string(), size: z.int() }) }),
  errors: [...refusals, 'invalid_request', 'unavailable'],
  prepare: async (context, { path }) => {
    const share = await openShare(context.service, path.token, context.request);
    return { share, received: await receiveFile(context, share) };
  },
  run: async ({ service, db, req }, _, { share, received }) => {
    await fileReceived({ service, db, req }, share, received);
    const { arrival } = received;
    return { data: { received: true as const, filename: arrival.filename, size: arrival.size } };
  },
});
