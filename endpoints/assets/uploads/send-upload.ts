import { z } from 'zod';
import { SimilarToUpload, similarToUpload } from '../../../src/assets/similar/similar-upload.ts';
import { receiveBytes } from '../../../src/assets/ingest/tickets.ts';
import { defineOperation } from '../../../src/core/operation.ts';

export const sendUpload = defineOperation({
  name: 'send_upload',
  http: {
    route: 'PUT /api/v1/uploads/{secret}',
    tag: 'assets',
    streams: ['application/octet-stream'],
    skipOriginCheck: true,
  },
  summary: "Upload a file's bytes to the URL from create_upload",
  description: 'The URL is the permission. Uploading again before the asset is created replaces the bytes.',
  access: {
    scope: 'public',
  },
  readOnly: true, // no transaction stays open while the bytes stream
  input: { path: z.object({ secret: z.string().min(1).max(100) }) },
  output: z.object({ data: z.object({ size: z.int(), sha256: z.string(), similar: SimilarToUpload }) }),
  errors: ['gone', 'too_large', 'invalid_request', 'unavailable'],
  run: async ({ service, request }, { path }) => {
    const length = request.headers.get('content-length');
    const { staged, owner } = await receiveBytes(
      service,
      path.secret,
      request.body,
      length === null ? null : Number(length),
    );
    const { size, sha256 } = staged;
    return { data: { size, sha256, similar: await similarToUpload(service, owner, staged) } };
  },
});
