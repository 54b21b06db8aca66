// Sites in tests: creating one, deploying to it, and asking its host.
import http from 'node:http';
import { callsAs } from '../setup/callers.ts';
import type { Caller, Reply, TestService } from '../setup/service.ts';

export interface Site {
  id: string;
  slug: string;
  url: string;
}

export const makeSite = (marque: TestService, as: Caller, about: object): Promise<Site> =>
  callsAs(marque, as).create('/sites', about);

/** Uploads a zip, and by default waits until it is live or has failed. */
export const sendZip = (
  marque: TestService,
  as: Caller,
  site: string,
  zip: Buffer,
  query = '?wait=true',
): Promise<Reply> =>
  marque.call('POST', `/api/v1/sites/${site}/deployments${query}`, {
    as,
    body: zip,
    headers: { 'content-type': 'application/zip' },
  });

export interface Got {
  status: number;
  headers: http.IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

/** Sends a request to a site's host, as a client does that resolves its name; without a slug, to the app's. */
export function getFromSite(
  marque: TestService,
  slug: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Got> {
  const { port } = new URL(marque.url);
  const host = slug === '' ? `127.0.0.1:${port}` : `${slug}.sites.localhost:${port}`;
  return requestOn(marque, host, path, headers, method);
}

/** Sends a request to any host that leads to the server. */
export function requestOn(
  marque: TestService,
  host: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Got> {
  const { port } = new URL(marque.url);
  return new Promise((resolve, reject) => {
    http
      .request({ host: '127.0.0.1', port, path, method, headers: { host, ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', reject)
          .on('end', () => {
            const bytes = Buffer.concat(chunks);
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              bytes,
              text: bytes.toString(),
            });
          });
      })
      .on('error', reject)
      .end();
  });
}
