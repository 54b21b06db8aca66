import { z } from 'zod';
import { findUpload, tusVersion } from '../../../src/assets/ingest/resumable.ts';
import { Answer, defineOperation } from '../../../src/core/operation.ts';

export const getUpload = defineOperation({
  name: 'get_upload',
  http: {
    route: 'GET /api/v1/uploads/{secret}',
    tag: 'assets',
  },
  summary: 'Get the progress of an upload',
  description:
    'HEAD returns the same in tus 1.0 headers (Upload-Offset, Upload-Length), for clients that resume.',
  access: {
    scope: 'public',
  },
  input: { path: z.object({ secret: z.string().min(1).max(100) }) },
  output: z.object({ data: z.object({ offset: z.int(), size: z.int() }) }),
  errors: ['gone'],
  run: async ({ service }, { path }) => {
    const { offset, size } = await findUpload(service, path.secret);
    return Answer.json(
      200,
      { data: { offset, size } },
      {
        'upload-offset': String(offset),
        'upload-length': String(size),
        'tus-resumable': tusVersion,
        'cache-control': 'no-store',
      },
    );
  },
});
