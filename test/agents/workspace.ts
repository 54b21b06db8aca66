// A workspace with a brand, and an agent connected to it. Each test file that imports this has its own.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeAsset, makePicture } from '../assets/library.ts';
import { makeDefaultBrand } from '../brands/brand.ts';
import { callsAs } from '../setup/callers.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { site } from '../sites/zips.ts';
import { connect } from './client.ts';

/** A third-party server with a picture and a site. */
async function serveFiles(): Promise<{ url: string; server: http.Server; close: () => void }> {
  const picture = await makePicture();
  const server = http.createServer((request, response) => {
    if (request.url === '/site.zip') response.setHeader('content-type', 'application/zip').end(site());
    else response.setHeader('content-type', 'image/png').end(picture);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server, close: () => void server.close() };
}

export const files = await serveFiles();

export const {
  marque,
  place,
  reader,
  proposer: scout,
  writer,
} = await startWithWorkspace({ FETCH_ALLOW: new URL(files.url).host });

await makeDefaultBrand(marque, place);

const writing = callsAs(marque, writer);

await writing.done('PATCH', '/brand/rules', {
  set: [
    { key: 'color.primary', type: 'color', value: '#112233' },
    { key: 'color.primary', context: 'dark-background', type: 'color', value: '#ddeeff' },
  ],
});

await writing.done('PUT', '/brands/acme/pages/color', {
  title: 'Color',
  sections: [{ template: 'palette', keys: ['color.primary'] }],
});

export const agent = await connect(marque.url, scout.key);
export const id = async (): Promise<string> => ((await makeAsset(marque, writer)) as { id: string }).id;
export const page = 'color';
