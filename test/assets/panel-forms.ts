// Payload's REST routes, as the panel's forms call them.
import { callPayload, type PayloadReply } from '../identity/accounts/payload-transport.ts';
import type { Person } from '../setup/service.ts';
import { marque } from './panel-people.ts';

/** Calls Payload's routes for the panel as a person; the origin is the server's own unless overridden. */
export const panel = (
  method: string,
  path: string,
  as: Person | null,
  body?: FormData | object,
  headers: Record<string, string> = {},
): Promise<PayloadReply> =>
  callPayload(marque, method, `/api${path}`, {
    body,
    headers: { ...(as ? { cookie: as.cookie } : {}), origin: marque.url, ...headers },
  });

/** The form that the panel sends once the bytes are uploaded. */
export function formOf(token: unknown, data: object = {}): FormData {
  const form = new FormData();
  form.append('_payload', JSON.stringify(data));
  if (token !== undefined)
    form.append(
      'file',
      JSON.stringify({
        filename: 'said-by-the-form.png',
        mimeType: 'image/png',
        size: 5,
        collectionSlug: 'assets',
        clientUploadContext: { token },
      }),
    );
  return form;
}

/** Payload's validation errors, by path. */
export const problems = (answer: PayloadReply): string[] =>
  (answer.body.errors[0].data?.errors as { path: string }[] | undefined)?.map(({ path }) => path) ?? [];

export const message = (answer: PayloadReply): string => String(answer.body.errors[0].message);
