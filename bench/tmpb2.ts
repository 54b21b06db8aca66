import { onOwnService } from './own-service.ts';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
await onOwnService(async ({ server, key, cookie }) => {
  const headers: Record<string, string> = { authorization: `Bearer ${key}` };
  const api = async (method: string, path: string, body?: unknown) => {
    const r = await fetch(server.url + path, { method, headers: { ...headers, 'content-type': 'application/json' }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const t = await r.text(); if (r.status >= 400) throw new Error(`${method} ${path} ${r.status} ${t.slice(0, 300)}`);
    return t ? JSON.parse(t) : null;
  };
  const form = new FormData();
  form.append('file', new Blob([await readFile('fixtures/coffee.png')], { type: 'image/png' }), 'coffee.png');
  const made = await (await fetch(`${server.url}/api/v1/assets`, { method: 'POST', headers, body: form })).json();
  const id = made.data.id;
  await api('PATCH', `/api/v1/assets/${id}`, { public: true });
  const brands = (await api('GET', '/api/v1/brands')).data;
  const slug = brands[0]?.slug ?? (await api('POST', '/api/v1/brands', { name: 'Acme' })).data.slug;
  await api('PATCH', `/api/v1/brand/rules?brand=${slug}`, { set: [{ key: 'color.primary', type: 'color', value: '#123456' }, { key: 'color.ink', type: 'color', value: '#111111' }, { key: 'logo.main', type: 'text', value: 'Ours', assets: [{ id }] }] });
  await api('PUT', `/api/v1/brands/${slug}/pages/home`, { title: 'Home', sections: [{ template: 'palette', title: 'Colors', keys: ['color.primary', 'color.ink'] }, { template: 'logos', title: 'Logo', keys: ['logo.main'] }, { template: 'text', title: 'Voice', body: 'We **write** plainly.' }] });
  await api('POST', `/api/v1/brands/${slug}/publish`, {});
  const portal = (await api('POST', '/api/v1/portals', { name: 'Open', brands: [slug], access: 'public' })).data.slug;
  const get = (path: string, more: Record<string, string> = {}) => new Promise<number>((resolve, reject) => {
    const u = new URL(server.url + path);
    http.get({ host: u.hostname, port: u.port, path, headers: more, agent }, (r) => { r.resume(); r.on('end', () => resolve(r.statusCode ?? 0)); }).on('error', reject);
  });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  const site = (await api('POST', '/api/v1/sites', { name: 'Pub', access: 'public' })).data;
  const { ZipFile } = await import('yazl').catch(() => ({ ZipFile: null as never }));
  const zip = new ZipFile(); zip.addBuffer(Buffer.from('<!doctype html><h1>Hi</h1>' + 'text '.repeat(500)), 'index.html'); zip.addBuffer(Buffer.from('x'.repeat(20000)), 'a/b.txt'); zip.end();
  const chunks: Buffer[] = []; for await (const c of zip.outputStream as AsyncIterable<Buffer>) chunks.push(c);
  const sent = await fetch(`${server.url}/api/v1/sites/${site.id}/deployments?wait=true`, { method: 'POST', headers: { ...headers, 'content-type': 'application/zip' }, body: Buffer.concat(chunks) });
  console.log('deploy', sent.status, ((await sent.json()) as any).data?.state);
  const host = new URL(site.url).host;
  const rows: [string, string, Record<string, string>][] = [
    ['original', `/a/${id}`, {}], ['rendition', `/a/${id}/w_90`, {}],
    ['portal page', `/p/${portal}/home`, { accept: 'text/html' }],
    ['site page', '/', { host, accept: 'text/html' }], ['site file', '/a/b.txt', { host }],
  ];
  for (const [name, path, more] of rows) {
    let at = path;
    const out: string[] = [String(await get(at, more))];
    for (let i = 0; i < 200; i++) await get(at, more);
    for (let round = 0; round < 3; round++) {
      let n = 0; const end = performance.now() + 2000;
      await Promise.all(Array.from({ length: 16 }, async () => { while (performance.now() < end) { await get(at, more); n++; } }));
      out.push(String(Math.round(n / 2)));
    }
    console.log(name.padEnd(12), out.join(' '));
  }
});
process.exit(0);
