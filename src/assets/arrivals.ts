// The three ways bytes come with one call: a ticket's token, an address to fetch, a multipart form. Each ends as an arrival,
// looked into and kept, with what was said about it.
import busboy from 'busboy';
import { Readable } from 'node:stream';
import type { Context } from '../operation.ts';
import { isRefusal, Refusal } from '../refusal.ts';
import { fetchGuarded } from '../net/dialler.ts';
import type { Service } from '../service.ts';
import type { Staged } from '../storage/contract.ts';
import { takeIn, type Arrival } from './file-asset.ts';
import { redeem } from './tickets.ts';

export interface Arrived {
  arrival: Arrival;
  /** Set when a ticket must be spent with it. */
  ticket: { id: string; workspaceId: string } | null;
}

/** @throws Refusal gone, conflict, unsupported, invalid. */
export async function arriveByToken(
  { service, caller }: Context,
  token: string,
  claimed: { filename?: string | undefined; mime?: string | undefined },
): Promise<Arrived> {
  if (caller.kind === 'nobody') throw new Refusal('unauthorized', 'Sign in, or send a key.');
  const { ticketId, workspaceId, arrival } = await redeem(service, token, caller.id, claimed);
  return { arrival, ticket: { id: ticketId, workspaceId } };
}

/** @throws Refusal invalid at `url` when the address is refused or fails; too_large. */
export async function arriveByUrl(
  { service }: Context,
  url: string,
  filename: string | undefined,
): Promise<Arrived> {
  const { maxUploadBytes, fetchAllow } = service.env;
  const response = await fetchGuarded(url, { allow: fetchAllow, maxBytes: maxUploadBytes });
  const staged = await service.storage.stage(response.body, { maxBytes: maxUploadBytes });
  const claimed = {
    filename: filename ?? response.filename ?? 'file',
    mime: response.headers['content-type']?.split(';')[0]?.trim() ?? 'application/octet-stream',
  };
  return { arrival: await takeIn(service.storage, staged, claimed), ticket: null };
}

interface Form {
  staged: Staged;
  filename: string;
  mime: string;
  meta: unknown;
}

/**
 * Streams a form's one file to the staging place; `meta` may stand before or after it.
 *
 * @throws Refusal invalid_request for a form without a file, with two, or with other parts.
 */
async function readForm(service: Service, headers: Headers, body: AsyncIterable<Uint8Array>): Promise<Form> {
  let parser: busboy.Busboy;
  try {
    parser = busboy({
      headers: { 'content-type': headers.get('content-type') ?? '' },
      defParamCharset: 'utf8',
      limits: { files: 1, fields: 1, fieldSize: 1024 * 1024 },
    });
  } catch {
    throw new Refusal('invalid_request', 'The form has no boundary: let your client set the Content-Type.');
  }
  let staging: Promise<{ staged: Staged; filename: string; mime: string }> | null = null;
  let meta: unknown = {};
  let problem: Refusal | null = null;
  const refuse = (path: string, message: string): void => {
    problem ??= new Refusal('invalid_request', `${path}: ${message}`, { issues: [{ path, message }] });
  };
  parser.on('file', (name, stream, info) => {
    if (name !== 'file') {
      refuse(name, 'Send the file as the part "file".');
      stream.resume();
      return;
    }
    staging = service.storage
      .stage(stream, { maxBytes: service.env.maxUploadBytes })
      .then((staged) => ({ staged, filename: info.filename || 'file', mime: info.mimeType }));
    // Looked at once the form has ended; until then it must not count as unhandled.
    staging.catch((error: unknown) => {
      parser.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  parser.on('field', (name, value, info) => {
    if (name !== 'meta')
      refuse(name, 'There is no such part: "file", and "meta" with everything else as JSON.');
    else if (info.valueTruncated) refuse('meta', 'is too long.');
    else {
      try {
        meta = JSON.parse(value);
      } catch {
        refuse('meta', 'is not JSON.');
      }
    }
  });
  parser.on('filesLimit', () => {
    refuse('file', 'One file a call.');
  });
  parser.on('fieldsLimit', () => {
    refuse('meta', 'There is one part besides the file: "meta".');
  });
  let failure: unknown = null;
  try {
    await new Promise<void>((resolve, reject) => {
      parser.once('close', resolve).once('error', reject);
      const source = Readable.from(body);
      source.once('error', reject);
      source.pipe(parser);
    });
  } catch (error) {
    failure = error;
  }
  const file =
    staging === null
      ? null
      : await (staging as Promise<{ staged: Staged; filename: string; mime: string }>).catch(
          (error: unknown) => error,
        );
  const kept =
    file !== null && typeof file === 'object' && 'staged' in file
      ? (file as { staged: Staged; filename: string; mime: string })
      : null;
  const refusal =
    problem ??
    (isRefusal(file)
      ? file
      : isRefusal(failure)
        ? failure
        : failure || file instanceof Error
          ? new Refusal('invalid_request', 'The form broke off or is malformed. Send it again.')
          : null);
  if (refusal) {
    if (kept) await service.storage.discard(kept.staged.key);
    throw refusal;
  }
  if (!kept)
    throw new Refusal('invalid_request', 'The form has no file.', {
      issues: [{ path: 'file', message: 'A file is needed.' }],
    });
  return { ...kept, meta };
}

/** @param parse checks the `meta` part; what it throws leaves nothing behind. */
export async function arriveByForm<T>(
  { service, request }: Context,
  parse: (meta: unknown) => T,
): Promise<Arrived & { meta: T }> {
  if (!request.body) throw new Refusal('invalid_request', 'The form is empty.');
  const form = await readForm(service, request.headers, request.body);
  let meta: T;
  try {
    meta = parse(form.meta);
  } catch (error) {
    await service.storage.discard(form.staged.key);
    throw error;
  }
  return {
    arrival: await takeIn(service.storage, form.staged, { filename: form.filename, mime: form.mime }),
    ticket: null,
    meta,
  };
}
