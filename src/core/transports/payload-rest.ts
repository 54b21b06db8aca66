// Payload's own REST routes parse bodies of any size and nesting before they authenticate. In our app the same limits apply to them as
// to our operations, before Payload reads them.
import { checkJsonShape, JsonError } from '../../lib/json.ts';
import { isApiError, ApiError } from '../errors.ts';
import { closing, discardStream } from './rest-of-body.ts';

const maxBodyBytes = 4 * 1024 * 1024;
/** A query in a body (X-HTTP-Method-Override: GET): as much as a URL may hold. */
const maxQueryBytes = 64 * 1024;

type Handler<Args> = (request: Request, args: Args) => Promise<Response>;

/** Operations stream and validate their bodies themselves. */
const isOperation = (url: string): boolean =>
  /^\/api\/(?:v1|auth|health)(?:\/|$)/.test(new URL(url).pathname);

/** Wraps a handler of Payload's REST routes: answers 400 or 413 to a body beyond the limits. */
export function withCheckedBody<Args>(handler: Handler<Args>): Handler<Args> {
  return async (request, args) => {
    if (!request.body || isOperation(request.url)) return handler(request, args);
    try {
      const body = await readBody(request);
      const { method, headers, signal } = request;
      return await handler(new Request(request.url, { method, headers, signal, body }), args);
    } catch (error) {
      if (!isApiError(error)) throw error;
      const rest = await discardStream(request.body);
      const response = Response.json(
        { errors: [{ message: error.message }] },
        { status: error.status, headers: { connection: 'close' } },
      );
      return rest ? closing(response, rest) : response;
    }
  };
}

/** @throws too_large, invalid_request */
async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const type = request.headers.get('content-type') ?? '';
  const maxBytes = type.startsWith('application/x-www-form-urlencoded') ? maxQueryBytes : maxBodyBytes;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body = request.body as ReadableStream<Uint8Array> & {
    values(options: { preventCancel: boolean }): AsyncIterable<Uint8Array>;
  };
  // Cancelling would close the connection before the response is sent.
  for await (const chunk of body.values({ preventCancel: true })) {
    size += chunk.byteLength;
    if (size > maxBytes)
      throw new ApiError('too_large', `A request body of this type can be up to ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(Buffer.concat(chunks));
  for (const json of await jsonPartsOf(bytes, type)) {
    try {
      checkJsonShape(json);
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      throw new ApiError('invalid_request', `The body ${error.message}`);
    }
  }
  return bytes;
}

/** What Payload may parse as JSON: the body, or the fields of a form. */
async function jsonPartsOf(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<Uint8Array[]> {
  if (type.startsWith('application/x-www-form-urlencoded')) return [];
  if (!type.includes('multipart/')) return [bytes];
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new ApiError('invalid_request', 'The form is malformed. Send it again.');
  });
  return [...form.values()].flatMap((value) => (typeof value === 'string' ? [Buffer.from(value)] : []));
}
