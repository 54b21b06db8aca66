// Fingerprints a streamed request body while an operation reads it, without buffering. Forms are compared part by part (name,
// filename, content type, SHA-256), since each client picks its own boundary.
import { createHash } from 'node:crypto';
import busboy from 'busboy';
import type { RequestFacts } from '../operation.ts';
import { isApiError, ApiError } from '../errors.ts';

interface Hasher {
  write(chunk: Uint8Array): Promise<void> | void;
  end(): Promise<string>;
}

const formType = 'multipart/form-data';
/** More than any operation accepts. Requests beyond it are rejected, and that error is never stored. */
const maxParts = 100;
const maxFieldBytes = 4 * 1024 * 1024;

const typeOf = (contentType: string): string => contentType.split(';')[0]?.trim().toLowerCase() ?? '';

function bytesHasher(contentType: string): Hasher {
  const hash = createHash('sha256');
  return {
    write: (chunk) => void hash.update(chunk),
    end: () => Promise.resolve(JSON.stringify([typeOf(contentType), hash.digest('base64url')])),
  };
}

function formHasher(contentType: string): Hasher {
  let parser: busboy.Busboy;
  try {
    parser = busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      limits: { parts: maxParts, fieldSize: maxFieldBytes },
    });
  } catch {
    // No boundary: the operation rejects it.
    return bytesHasher(contentType);
  }
  const parts: unknown[][] = [];
  const closed = new Promise<void>((resolve) => {
    parser.on('close', resolve);
    parser.on('error', () => {
      resolve();
    });
  });
  parser.on('file', (name, stream, { filename, mimeType }) => {
    const hash = createHash('sha256');
    const part: unknown[] = [name, filename, mimeType];
    parts.push(part);
    stream.on('data', (chunk: Buffer) => hash.update(chunk));
    stream.on('end', () => part.push(hash.digest('base64url')));
    stream.on('error', () => undefined);
  });
  parser.on('field', (name, value, { mimeType }) => {
    parts.push([name, null, mimeType, createHash('sha256').update(value).digest('base64url')]);
  });
  return {
    // A malformed form ends the parser; the operation reports the error.
    write: (chunk) =>
      parser.destroyed
        ? undefined
        : new Promise((resolve) => {
            parser.write(chunk, () => {
              resolve();
            });
          }),
    end: async () => {
      if (!parser.destroyed) parser.end();
      await closed;
      return JSON.stringify([formType, parts]);
    },
  };
}

/** A request body that is hashed while it's read. */
export class HashedBody implements AsyncIterable<Uint8Array> {
  private readonly hasher: Hasher;
  private source: AsyncIterator<Uint8Array> | null = null;
  private bytes = 0;
  private digest: string | null = null;

  constructor(
    private readonly body: AsyncIterable<Uint8Array>,
    headers: Headers,
    /** Maximum bytes to read; an operation's own limit applies first. */
    private readonly maxBytes: number,
  ) {
    const contentType = headers.get('content-type') ?? '';
    this.hasher = typeOf(contentType) === formType ? formHasher(contentType) : bytesHasher(contentType);
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return {
      next: () => this.next(),
      return: async () => {
        await this.leave();
        return { done: true, value: undefined };
      },
    };
  }

  private async next(): Promise<IteratorResult<Uint8Array>> {
    if (this.digest !== null) return { done: true, value: undefined };
    this.source ??= this.body[Symbol.asyncIterator]();
    const result = await this.source.next();
    if (result.done) {
      this.digest = await this.hasher.end();
      return { done: true, value: undefined };
    }
    this.bytes += result.value.byteLength;
    if (this.bytes > this.maxBytes) {
      await this.leave();
      throw new ApiError('too_large', `A request body can be up to ${this.maxBytes} bytes.`, {
        maxBytes: this.maxBytes,
      });
    }
    await this.hasher.write(result.value);
    return result;
  }

  /** Stops reading, so that `finish` or the transport can drain the rest. */
  private async leave(): Promise<void> {
    await this.source?.return?.();
    this.source = null;
  }

  /**
   * Reads the rest of the body.
   *
   * @returns a fingerprint: equal bodies have equal fingerprints.
   * @throws too_large, invalid_request (the connection broke).
   */
  async finish(): Promise<string> {
    try {
      while (this.digest === null) await this.next();
    } catch (error) {
      if (isApiError(error)) throw error;
      throw new ApiError('invalid_request', 'The request body was cut off. Send it again.');
    }
    return this.digest;
  }
}

/** Room for everything in a form besides the largest allowed file: other parts, headers and boundaries. */
const aroundBytes = 8 * 1024 * 1024;

/** Wraps the body of a request in a `HashedBody`; null if there is no body. */
export function hashedBody({ body, headers }: RequestFacts, maxUploadBytes: number): HashedBody | null {
  return body && new HashedBody(body, headers, maxUploadBytes + aroundBytes);
}

/** The same request with another body. Lazy properties stay lazy. */
export function withBody(facts: RequestFacts, body: AsyncIterable<Uint8Array>): RequestFacts {
  return Object.create(facts, { body: { value: body, enumerable: true } }) as RequestFacts;
}
