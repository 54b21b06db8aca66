import { z } from 'zod';
import { appendBytes, tusVersion } from '../../../src/assets/ingest/resumable.ts';
import { Answer, defineOperation } from '../../../src/core/operation.ts';
import { ApiError } from '../../../src/core/errors.ts';

const mediaType = 'application/offset+octet-stream';

export const appendUpload = defineOperation({
  name: 'append_upload',
  http: {
    route: 'PATCH /api/v1/uploads/{secret}',
    tag: 'assets',
    status: 200,
    also: { 204: 'The chunk is stored; Upload-Offset is the new offset' },
    streams: [mediaType],
    skipOriginCheck: true,
  },
  summary: 'Upload the next chunk of a file with the tus 1.0 protocol',
  description:
    'Send Tus-Resumable and Upload-Offset. After a broken connection, HEAD returns the offset to resume from.',
  access: {
    scope: 'public',
  },
  readOnly: true, // no transaction stays open while the bytes stream
  input: { path: z.object({ secret: z.string().min(1).max(100) }) },
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
      throw new ApiError('unsupported', `Send the chunk with Content-Type: ${mediaType}.`);
    }
    const offset = headers.get('upload-offset') ?? '';
    if (!/^\d{1,15}$/.test(offset)) {
      throw new ApiError('invalid_request', 'Upload-Offset must be the byte where this chunk begins.', {
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
