import { z } from 'zod';
import { openTicket } from '../../../src/assets/ingest/tickets.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { ApiError } from '../../../src/core/errors.ts';

export const createUpload = defineOperation({
  name: 'create_upload',
  http: {
    route: 'POST /api/v1/uploads',
    tag: 'assets',
  },
  summary: 'Create a URL to upload a file to',
  description:
    'PUT the bytes to uploadUrl (no key needed), then create the asset with the token: POST /api/v1/assets.',
  access: {
    scope: 'propose',
    within: true,
  },
  input: {
    body: z.strictObject({
      filename: z.string().trim().min(1).max(255),
      mime: z.string().trim().min(1).max(200),
      size: z.int().min(0).describe('Bytes'),
    }),
  },
  output: z
    .object({ token: z.string(), uploadUrl: z.string(), expiresIn: z.int().describe('Seconds') })
    .meta({ id: 'UploadTicket' }),
  errors: ['too_large'],
  agent: {
    structured: true,
    title: 'Create an upload',
    description:
      'Returns a URL to PUT one file to, and a token for finish_upload. For files you have locally; ingest_asset takes a public URL.',
  },
  run: async ({ service, db, caller, access }, { body }) => {
    if (caller.kind === 'nobody' || !access.workspaceId)
      throw new ApiError('unauthorized', 'Sign in, or send an API key.');
    return openTicket(service, db, caller.id, access.workspaceId, body);
  },
});
