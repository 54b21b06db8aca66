// What tells one streamed body from another, worked out while an operation reads it: nothing is kept, nothing is read twice. Of a form
// the parts are compared in order (name, filename, content type, SHA-256), since each client makes up its own boundary.
import { createHash } from 'node:crypto';
import busboy from 'busboy';
import type { RequestFacts } from '../operation.ts';
import { isApiError, ApiError } from '../errors.ts';

interface Hasher {
  write(chunk: Uint8Array): Promise<void> | void;
  end(): Promise<string>;
}

const formType = 'multipart/form-data';
/** More than any operation takes: what lies beyond is refused by it, and no refusal of that kind is kept. */
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
    // No boundary: the operation refuses it.
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
    // A form that can't be parsed ends the parser; the operation says what is wrong with it.
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

/** A body that is hashed as it passes by. */
export class HashedBody implements AsyncIterable<Uint8Array> {
  private readonly hasher: Hasher;
  private source: AsyncIterator<Uint8Array> | null = null;
  private bytes = 0;
  private digest: string | null = null;

  constructor(
    private readonly body: AsyncIterable<Uint8Array>,
    headers: Headers,
    /** What is read at most; an operation's own bound comes before. */
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
      throw new ApiError('too_large', `A body may have up to ${this.maxBytes} bytes.`, {
        maxBytes: this.maxBytes,
      });
    }
    await this.hasher.write(result.value);
    return result;
  }

  /** Lets the rest of the body go, so that `finish`, or the transport that throws it away, can read on. */
  private async leave(): Promise<void> {
    await this.source?.return?.();
    this.source = null;
  }

  /**
   * Reads what nobody has read yet.
   *
   * @returns what is the same for all bodies that say the same.
   * @throws Refusal too_large, invalid_request (the connection broke).
   */
  async finish(): Promise<string> {
    try {
      while (this.digest === null) await this.next();
    } catch (error) {
      if (isApiError(error)) throw error;
      throw new ApiError('invalid_request', 'The body broke off. Send it again.');
    }
    return this.digest;
  }
}

/** What a form has around the largest file that is taken: its other parts, and what stands between them. */
const aroundBytes = 8 * 1024 * 1024;

/** The body of a request as one that is hashed; null where there is none. */
export function hashedBody({ body, headers }: RequestFacts, maxUploadBytes: number): HashedBody | null {
  return body && new HashedBody(body, headers, maxUploadBytes + aroundBytes);
}

/** The same request with another body. What else is worked out only when it is asked for stays so. */
export function withBody(facts: RequestFacts, body: AsyncIterable<Uint8Array>): RequestFacts {
  return Object.create(facts, { body: { value: body, enumerable: true } }) as RequestFacts;
}
