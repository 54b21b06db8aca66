import { z } from 'zod';
import { appendBytes, tusVersion } from '../../../src/assets/ingest/resumable.ts';
import { Answer, defineOperation } from '../../../src/core/operation.ts';
import { ApiError } from '../../../src/core/errors.ts';

const mediaType = 'application/offset+octet-stream';

export const appendUpload = defineOperation({
  name: 'append_upload',
  route: 'PATCH /api/v1/uploads/{secret}',
  tag: 'assets',
  summary: 'Send the next piece of a file, as tus 1.0 does',
  description: 'With Tus-Resumable and Upload-Offset. After a broken connection HEAD tells where to go on.',
  scope: 'public',
  skipOriginCheck: true,
  readOnly: true, // the bytes stream for as long as they take: no transaction is held open over them
  input: { path: z.object({ secret: z.string().min(1).max(100) }) },
  streams: [mediaType],
  status: 200,
  also: { 204: 'The piece is in; Upload-Offset says how far the upload has come' },
  output: z.object({}),
  errors: [
    'gone',
    'conflict',
    'precondition_failed',
    'too_large',
    'unsupported',
    'invalid_request',
    'unavailable',
  ],
  run: async ({ service, request }, { path }) => {
    const { headers } = request;
    if (headers.get('tus-resumable') !== tusVersion) {
      throw new ApiError('precondition_failed', `Send Tus-Resumable: ${tusVersion}.`, {
        supported: [tusVersion],
      });
    }
    if ((headers.get('content-type') ?? '').split(';')[0]?.trim() !== mediaType) {
      throw new ApiError('unsupported', `A piece comes as ${mediaType}.`);
    }
    const offset = headers.get('upload-offset') ?? '';
    if (!/^\d{1,15}$/.test(offset)) {
      throw new ApiError('invalid_request', 'Upload-Offset says at which byte the piece begins.', {
        issues: [{ path: 'Upload-Offset', message: 'Must be a whole number.' }],
      });
    }
    const length = headers.get('content-length');
    const received = await appendBytes(service, path.secret, {
      offset: Number(offset),
      body: request.body ?? (async function* () {})(),
      signal: request.signal,
      declaredBytes: length === null ? null : Number(length),
    });
    return new Answer(
      204,
      { kind: 'none' },
      { 'upload-offset': String(received), 'tus-resumable': tusVersion, 'cache-control': 'no-store' },
    );
  },
});
