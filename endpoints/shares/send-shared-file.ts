import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { openShare } from '../../src/shares/open-share.ts';
import { fileReceived, receiveFile } from '../../src/shares/receive.ts';
import { tokenPath } from './schemas.ts';

export const sendSharedFile = defineOperation({
  name: 'send_shared_file',
  route: 'POST /api/v1/shared/{token}',
  tag: 'shares',
  summary: 'Send a file through an upload link, as the part "file" of a form',
  description:
    'It waits in the collection of the link until somebody there accepts it. The answer is the same whether the file was known or not. Where the link has a password, send it as X-Share-Password.',
  scope: 'public',
  // The link is the permission: no cookie of an account signs this.
  skipOriginCheck: true,
  input: { path: tokenPath },
  streams: ['multipart/form-data'],
  output: z.object({ data: z.object({ received: z.literal(true), filename: z.string(), size: z.int() }) }),
  status: 201,
  errors: [
    'not_found',
    'gone',
    'password',
    'rate_limited',
    'conflict',
    'too_large',
    'unsupported',
    'invalid',
    'invalid_request',
    'unavailable',
  ],
  prepare: async (context, { path }) => {
    const share = await openShare(context.service, path.token, context.request);
    return { share, arrival: await receiveFile(context, share) };
  },
  run: async ({ service, db, req }, _, { share, arrival }) => {
    await fileReceived({ service, db, req }, share, arrival);
    return { data: { received: true as const, filename: arrival.filename, size: arrival.size } };
  },
});
