// Uploads a file's bytes, showing the progress.
import { CallFailed, failureOf, unreachable } from './api.ts';
import { call, type DataFor, type OutputFor } from './operations.ts';

interface Sending {
  /** Called with the fraction that was sent, 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

/** What the server says of the bytes, and the token to create an asset with. */
export type SentFile = DataFor<'send_upload'> & { token: string };

/** Uploads a file's bytes. */
export async function sendFile(file: File, { onProgress, signal }: Sending = {}): Promise<SentFile> {
  const { token, uploadUrl } = await call(
    'create_upload',
    { body: { filename: file.name, mime: file.type || 'application/octet-stream', size: file.size } },
    { signal },
  );
  // fetch reports no upload progress. Only the path is used: the panel may be open under another host name of this server.
  const { data } = await new Promise<OutputFor<'send_upload'>>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', new URL(uploadUrl).pathname);
    request.responseType = 'json';
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status < 300) resolve(request.response as OutputFor<'send_upload'>);
      else reject(failureOf(request.status, request.response));
    };
    request.onerror = () => {
      reject(new CallFailed(unreachable(), 0));
    };
    request.onabort = () => {
      reject(new DOMException('The upload was cancelled.', 'AbortError'));
    };
    signal?.addEventListener('abort', () => {
      request.abort();
    });
    request.send(file);
  });
  return { ...data, token };
}
