// Custom domains in tests: adding one, proving it, and asking it for a path.
import http from 'node:http';
import type { Domain } from '../../src/domains/schemas.ts';
import type { Caller, Reply, TestService } from '../setup/service.ts';
import type { DnsServer } from './dns-server.ts';

export type Owner = `sites/${string}` | `portals/${string}`;

export class DomainCalls {
  constructor(
    private readonly marque: TestService,
    private readonly dns: DnsServer,
    private readonly as: Caller,
  ) {}

  add(owner: Owner, body: unknown, as: Caller = this.as): Promise<Reply> {
    return this.marque.call('POST', `/api/v1/${owner}/domains`, { as, body });
  }

  list(owner: Owner, as: Caller = this.as): Promise<Reply> {
    return this.marque.call('GET', `/api/v1/${owner}/domains`, { as });
  }

  check(owner: Owner, id: string, as: Caller = this.as): Promise<Reply> {
    return this.marque.call('POST', `/api/v1/${owner}/domains/${id}/check`, { as });
  }

  remove(owner: Owner, id: string, as: Caller = this.as): Promise<Reply> {
    return this.marque.call('DELETE', `/api/v1/${owner}/domains/${id}`, { as });
  }

  /** Whether a certificate may be issued. */
  async ask(domain: string): Promise<number> {
    return (await this.marque.call('GET', `/api/v1/domains/ask?${new URLSearchParams({ domain })}`)).status;
  }

  /** Adds a domain and proves it. */
  async connect(owner: Owner, host: string, as: Caller = this.as): Promise<Domain> {
    const { status, body } = await this.add(owner, { host }, as);
    if (status !== 201) throw new Error(`Not added: ${JSON.stringify(body)}`);
    const { id, record } = body.data as Domain;
    this.dns.records.set(record.name, [record.value]);
    const checked = (await this.check(owner, id, as)).body.data as Domain;
    if (checked.state !== 'verified') throw new Error(`Not verified: ${JSON.stringify(checked)}`);
    return checked;
  }
}

export interface Visited {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

interface Visit {
  method?: string;
  headers?: Record<string, string>;
  form?: Record<string, string>;
}

/** Sends a request to a custom domain, as a proxy in front of the server does. */
export function visit(
  marque: TestService,
  host: string,
  path: string,
  { method = 'GET', headers = {}, form }: Visit = {},
): Promise<Visited> {
  const { port } = new URL(marque.url);
  const body = form && new URLSearchParams(form).toString();
  const sent = {
    host,
    ...headers,
    ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
  };
  return new Promise((resolve, reject) => {
    http
      .request({ host: '127.0.0.1', port, path, method, headers: sent }, (response) => {
        const chunks: Buffer[] = [];
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', reject)
          .on('end', () => {
            const text = Buffer.concat(chunks).toString();
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
          });
      })
      .on('error', reject)
      .end(body);
  });
}
