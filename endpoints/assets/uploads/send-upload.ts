import { z } from 'zod';
import { receiveBytes } from '../../../src/assets/ingest/tickets.ts';
import { defineOperation } from '../../../src/core/operation.ts';

export const sendUpload = defineOperation({
  name: 'send_upload',
  route: 'PUT /api/v1/uploads/{secret}',
  tag: 'assets',
  summary: "Send a file's bytes to the address that create_upload gave",
  description: 'The address is the permission. Sending again before filing replaces what was sent.',
  scope: 'public',
  skipOriginCheck: true,
  readOnly: true, // the bytes stream for as long as they take: no transaction is held open over them
  input: { path: z.object({ secret: z.string().min(1).max(100) }) },
  streams: ['application/octet-stream'],
  output: z.object({ data: z.object({ size: z.int(), sha256: z.string() }) }),
  errors: ['gone', 'too_large', 'invalid_request', 'unavailable'],
  run: async ({ service, request }, { path }) => {
    const length = request.headers.get('content-length');
    const { size, sha256 } = await receiveBytes(
      service,
      path.secret,
      request.body,
      length === null ? null : Number(length),
    );
    return { data: { size, sha256 } };
  },
});
