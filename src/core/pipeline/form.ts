// HTML forms submitted without JavaScript.
import { ApiError } from '../errors.ts';

const maxFormBytes = 16 * 1024;

/**
 * The fields of an urlencoded form.
 * @throws too_large
 */
export async function readFormFields(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes = maxFormBytes,
): Promise<URLSearchParams> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ApiError('too_large', `A form can be up to ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

export const formFields = 'application/x-www-form-urlencoded';

/**
 * What the operations behind a page's form have in common. No account cookie signs the form: what is typed into it, or the page's own
 * address, is the permission.
 */
export const postedForm = { streams: [formFields], produces: 'text/html', skipOriginCheck: true } as const;
