// Calls one transport, and makes its answers comparable with another's: ids by order of appearance, times and
// secrets by type, the address by its placeholder.

export interface ProtocolRequest {
  method?: string;
  /**
   * `{asset}` and the like stand for values of the same transport's earlier answers; so they do in `json`.
   */
  path: string;
  headers?: Record<string, string>;
  body?: () => BodyInit;
  json?: unknown;
  /** The values of this answer that later requests need. */
  keep?: (body: never) => Record<string, string>;
}

/** Headers that matter to a client. Others depend on the server. */
const compared = [
  'accept-ranges',
  'access-control-allow-origin',
  'allow',
  'cache-control',
  'content-disposition',
  'content-range',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'etag',
  'idempotency-replayed',
  'location',
  'retry-after',
  'www-authenticate',
  'x-content-type-options',
];

/** True if the connection was closed while the call was still being sent. */
function isBroken(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code === 'EPIPE' || cause?.code === 'ECONNRESET';
}

export class ProtocolRoute {
  private readonly ids = new Map<string, string>();
  private readonly kept: Record<string, string> = {};

  constructor(private readonly url: string) {}

  async ask(request: ProtocolRequest): Promise<Record<string, unknown>> {
    // A connection for each call: a kept one may be closed by the server just as the next call takes it.
    const headers = new Headers({ connection: 'close' });
    for (const [name, value] of Object.entries(request.headers ?? {}))
      headers.set(name, value.replace('{url}', this.url));
    if (request.json !== undefined) headers.set('content-type', 'application/json');
    const path = this.fill(request.path);
    const send = () => {
      const body = request.json === undefined ? request.body?.() : this.fill(JSON.stringify(request.json));
      return fetch(path.startsWith('http') ? path : `${this.url}${path}`, {
        method: request.method ?? 'GET',
        headers,
        redirect: 'manual',
        ...(body === undefined ? {} : { body }),
        ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
      });
    };
    // An error may be sent while the body is still being sent. A client that then finds the connection closed
    // hasn't read the answer: a refused call may be sent once more.
    const response = await send().catch((error: unknown) => {
      if (!isBroken(error)) throw error;
      return send();
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && bytes.length > 0;
    if (request.keep && response.ok)
      Object.assign(this.kept, request.keep(JSON.parse(bytes.toString()) as never));
    // A record's entity tag is a hash that includes ids and addresses: only its presence is compared.
    const answered = new Headers(response.headers);
    if (isJson && answered.has('etag')) answered.set('etag', '"{hash}"');
    return {
      status: response.status,
      headers: Object.fromEntries(compared.map((name) => [name, this.plain(answered.get(name))])),
      cookies: response.headers.getSetCookie().map((cookie) => this.plain(cookie)),
      body: isJson ? (JSON.parse(this.plain(bytes.toString()) ?? '') as unknown) : bytes,
    };
  }

  private fill(text: string): string {
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => this.kept[name] ?? whole);
  }

  private plain(text: string | null): string | null {
    if (text === null) return null;
    return text
      .replaceAll(this.url, '{url}')
      .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
        if (!this.ids.has(id)) this.ids.set(id, `{id ${this.ids.size + 1}}`);
        return this.ids.get(id) ?? '';
      })
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '{moment}')
      .replace(/\/api\/v1\/uploads\/[\w-]{20,}/g, '/api/v1/uploads/{secret}')
      .replace(/mq_[0-9A-Za-z]{5,36}/g, 'mq_{key}')
      .replace(/mq-token=[^;]+/g, 'mq-token={session}')
      .replace(/mq-device=[^;]+/g, 'mq-device={device}')
      .replace(/Expires=[^;]+/g, 'Expires={moment}');
  }
}
