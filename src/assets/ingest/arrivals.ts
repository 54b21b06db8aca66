// The three ways to send a file: an upload token, a URL to fetch, a multipart form. Each results in an arrival: probed and stored bytes
// with their metadata.
import busboy from 'busboy';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { JsonError, parseJson } from '../../lib/json.ts';
import type { Context } from '../../core/operation.ts';
import { isApiError, ApiError, type Issue } from '../../core/errors.ts';
import { fetchGuarded } from '../../core/net/guarded-fetch.ts';
import { reportFetched } from '../../core/progress.ts';
import type { Service } from '../../core/service.ts';
import type { Staged } from '../../core/storage/contract.ts';
import { isKnownKind } from '../metadata/extractors.ts';
import { takeIn, trustListOf, type Arrival, type Check } from './file-asset.ts';
import { redeem } from './tickets.ts';

export interface Arrived {
  arrival: Arrival;
  /** The upload ticket to mark as used, if any. */
  ticket: { id: string; workspaceId: string } | null;
}

/** @throws ApiError gone, conflict, unsupported, invalid. */
export async function arriveByToken(
  { service, caller }: Context,
  token: string,
  claimed: { filename?: string | undefined; mime?: string | undefined },
): Promise<Arrived> {
  if (caller.kind === 'nobody') throw new ApiError('unauthorized', 'Sign in, or send an API key.');
  const { ticketId, workspaceId, arrival } = await redeem(service, token, caller.id, claimed);
  return { arrival, ticket: { id: ticketId, workspaceId } };
}

/**
 * Nobody has seen what an address answers with, unlike a file that a person uploads. A page in place of a file says that it's gone, or that
 * one must sign in.
 */
const checkFetched: Check = (mime, filename) => {
  if (mime === 'text/html' && !/\.html?$/i.test(filename))
    throw new ApiError(
      'unsupported',
      'The URL answers with a web page, not with a file. Send the address of the file itself, which must need no sign-in.',
    );
  if (!isKnownKind({ mime, filename }))
    throw new ApiError(
      'unsupported',
      'The URL answers with a file of an unknown type. Images, video, audio, fonts, documents (PDF, Office, text), archives and 3D models can be fetched; upload any other file.',
    );
};

/** How much of an import fetching is: what follows reads the file, and takes it into the library. */
const fetchingPart = 0.9;

/** @throws ApiError invalid at `url` when the address is refused or fails; too_large; unsupported for a page or unknown bytes in place of a file. */
export async function arriveByUrl(
  { service, access, request }: Context,
  url: string,
  filename: string | undefined,
): Promise<Arrived> {
  const { maxUploadBytes, fetchAllow } = service.env;
  const response = await fetchGuarded(url, {
    allow: fetchAllow,
    maxBytes: maxUploadBytes,
    signal: request.cancel,
    onBytes: reportFetched(request.report, fetchingPart),
    ...(request.fetchMs === undefined ? {} : { timeoutMs: request.fetchMs }),
  });
  const staged = await service.storage.stage(response.body, { maxBytes: maxUploadBytes });
  const claimed = {
    filename: filename ?? response.filename ?? 'file',
    mime: response.headers['content-type']?.split(';')[0]?.trim() ?? 'application/octet-stream',
  };
  request.report?.({ part: fetchingPart, message: 'Reading the file.' });
  const arrival = await takeInOnce(service, staged, claimed, access.workspaceId, checkFetched);
  return { arrival, ticket: null };
}

/** Bytes sent with the request itself. If rejected they are deleted, because the caller must send them again anyway. */
async function takeInOnce(
  service: Service,
  staged: Staged,
  claimed: { filename: string; mime: string },
  workspaceId: string | null,
  check?: Check,
): Promise<Arrival> {
  try {
    return await takeIn(service.storage, staged, claimed, trustListOf(service, workspaceId), check);
  } catch (error) {
    await service.storage.discard(staged.key);
    throw error;
  }
}

interface FormFile {
  staged: Staged;
  filename: string;
  mime: string;
}

interface Form extends FormFile {
  meta: unknown;
}

const maxMetaBytes = 1024 * 1024;

/** A part of JSON that came with a file name, as browsers send a Blob: read up to the bound of a plain one. */
async function readSmall(stream: Readable): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxMetaBytes) chunks.push(chunk);
  }
  return size > maxMetaBytes ? null : Buffer.concat(chunks).toString('utf8');
}

/** The text parts of a form beside `meta`. */
interface OtherParts {
  /** Names of those that are accepted. A form that has them doesn't need `meta`. */
  known: readonly string[];
  /** They are put here as they arrive, also of a form that is refused. */
  fields: Record<string, string>;
}

/** Each of the known parts once. */
function otherParts({ known, fields }: OtherParts, refuse: (path: string, message: string) => void) {
  const names = known.map((name) => `"${name}"`).join(', ');
  return {
    unknown: `Unknown part. Send "file", and ${names ? `optionally ${names}` : 'everything else as JSON in "meta"'}.`,
    tooMany: `Send only the parts "file" ${names ? `and, optionally, ${names}` : 'and "meta"'}.`,
    /** @returns false for a part that isn't known */
    take: (name: string, value: string, isTooLong: boolean): boolean => {
      if (!known.includes(name)) return false;
      if (Object.hasOwn(fields, name)) refuse(name, `Send "${name}" once.`);
      else if (isTooLong) refuse(name, `is longer than ${maxMetaBytes} bytes.`);
      else fields[name] = value;
      return true;
    },
  };
}

/**
 * Streams a form's file to staging; `meta` may come before or after it.
 *
 * @throws ApiError invalid_request for a form without a file, with two, or with other parts; what the staging refuses.
 */
async function readForm(
  service: Service,
  headers: Headers,
  body: AsyncIterable<Uint8Array>,
  beside: OtherParts,
): Promise<Form> {
  const parser = formParser(headers, beside.known.length);
  const issues: Issue[] = [];
  const refuse = (path: string, message: string): void => {
    issues.push({ path, message });
  };
  const others = otherParts(beside, refuse);
  let staging: Promise<FormFile> | null = null;
  let metaText: Promise<string | null> | null = null;
  parser.on('file', (name, stream, info) => {
    // A broken form ends all its parts with an error, including unread ones.
    stream.on('error', () => undefined);
    if (name === 'file' && staging === null) {
      staging = service.storage
        .stage(stream, { maxBytes: service.env.maxUploadBytes })
        .then((staged) => ({ staged, filename: info.filename || 'file', mime: info.mimeType }));
      // A staging error ends the form and is reported below; until then it must not count as unhandled.
      staging.catch((error: unknown) => parser.destroy(error as Error));
      return;
    }
    if (name === 'meta' && metaText === null) {
      metaText = readSmall(stream);
      metaText.catch(() => undefined);
      return;
    }
    if (name === 'file') refuse('file', 'Send one file per request.');
    else if (name === 'meta') refuse('meta', 'Send "meta" once.');
    else if (beside.known.includes(name)) refuse(name, `Send "${name}" as text, not as a file.`);
    else refuse(name, beside.known.length > 0 ? others.unknown : 'Send the file as the part "file".');
    stream.resume();
  });
  parser.on('field', (name, value, info) => {
    if (others.take(name, value, info.valueTruncated)) return;
    if (name !== 'meta') refuse(name, others.unknown);
    else if (metaText !== null) refuse('meta', 'Send "meta" once.');
    else metaText = Promise.resolve(info.valueTruncated ? null : value);
  });
  for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    parser.on(event, () => {
      refuse('file', others.tooMany);
    });

  // A client that disconnects destroys the parser, and with it the part being staged.
  const broken = await pipeline(Readable.from(body, { objectMode: false }), parser).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const file = await settled<FormFile>(staging);
  const text = await settled<string | null>(metaText);
  const meta = parseMeta(text.value, refuse);
  const apiError = formError(file.error, broken !== null || text.error !== undefined, issues);
  if (apiError) {
    if (file.value) await service.storage.discard(file.value.staged.key);
    throw apiError;
  }
  if (!file.value) throw malformedForm([{ path: 'file', message: 'A file is required.' }]);
  return { ...file.value, meta };
}

/** @param more how many parts beside `file` and `meta` are accepted */
function formParser(headers: Headers, more: number): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': headers.get('content-type') ?? '' },
      defParamCharset: 'utf8',
      // One more than allowed of each, so that the error can name the extra part.
      limits: { files: 3, fields: 3 + more, parts: 6 + more, fieldSize: maxMetaBytes },
    });
  } catch {
    throw new ApiError(
      'invalid_request',
      'The form has no boundary. Let your HTTP client set the Content-Type.',
    );
  }
}

/** @param text null if it is too long, undefined if there is none. */
function parseMeta(
  text: string | null | undefined,
  refuse: (path: string, message: string) => void,
): unknown {
  if (text === null) refuse('meta', `is longer than ${maxMetaBytes} bytes.`);
  if (text === null || text === undefined) return {};
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    refuse('meta', error.message);
    return {};
  }
}

/** What is wrong with a form; null if nothing is. */
function formError(fileError: unknown, isBroken: boolean, issues: Issue[]): ApiError | null {
  if (isApiError(fileError)) return fileError;
  if (isBroken || fileError)
    return new ApiError('invalid_request', 'The form is incomplete or malformed. Send it again.');
  return issues.length > 0 ? malformedForm(issues) : null;
}

function malformedForm(issues: Issue[]): ApiError {
  return new ApiError(
    'invalid_request',
    issues.map(({ path, message }) => `${path}: ${message}`).join('; '),
    {
      issues,
    },
  );
}

async function settled<T>(work: Promise<T> | null): Promise<{ value?: T; error?: unknown }> {
  if (work === null) return {};
  return work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}

/**
 * @param parse validates the `meta` part, and the others; if it throws, nothing is kept.
 */
export async function arriveByForm<T>(
  { service, request, access }: Context,
  parse: (meta: unknown, fields: Readonly<Record<string, string>>) => T,
  beside: OtherParts = { known: [], fields: {} },
): Promise<Arrived & { meta: T }> {
  if (!request.body) throw new ApiError('invalid_request', 'The form is empty.');
  const form = await readForm(service, request.headers, request.body, beside);
  let meta: T;
  try {
    meta = parse(form.meta, beside.fields);
  } catch (error) {
    await service.storage.discard(form.staged.key);
    throw error;
  }
  return {
    arrival: await takeInOnce(
      service,
      form.staged,
      { filename: form.filename, mime: form.mime },
      access.workspaceId,
    ),
    ticket: null,
    meta,
  };
}
