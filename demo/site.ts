// A site, and a build deployed to it.
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import yazl from 'yazl';
import { chapter, type Send, type Who } from './tell.ts';

/** Two pages, a stylesheet and a picture, as a build produces them. */
async function buildSite(): Promise<Buffer> {
  const page = (title: string, body: string): Buffer =>
    Buffer.from(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="./style.css"><body><main><h1>${title}</h1>${body}</main></body></html>`,
    );
  const files: Record<string, Buffer> = {
    'index.html': page('Look up', '<p>Our guide to pictures of the sky.</p><a href="./colors">Colors</a>'),
    'colors.html': page('Colors', '<p>Night and rust.</p><a href="./">Back</a>'),
    '404.html': page('Not here', '<a href="/">To the beginning</a>'),
    'style.css': Buffer.from(
      'body{margin:0;min-height:100vh;display:grid;align-items:end;background:#05060a url(./sky.jpg) center/cover;color:#fff;font:1.25rem/1.5 system-ui,sans-serif}main{padding:12vh 8vw;background:linear-gradient(transparent,#05060a)}h1{font-size:clamp(3rem,10vw,8rem);line-height:1;margin:0}a{color:inherit}',
    ),
    'sky.jpg': await readFile('fixtures/hubble_deep_field.jpg'),
  };
  const zip = new yazl.ZipFile();
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name);
  zip.end();
  const sent = new Response(Readable.toWeb(zip.outputStream as Readable) as unknown as BodyInit);
  return Buffer.from(await sent.arrayBuffer());
}

export async function openSite(send: Send, mara: Who): Promise<string> {
  chapter('She opens a site on an address of its own, and deploys a build to it');
  const { body: site } = await send('POST', '/api/v1/sites', {
    who: mara,
    expect: 201,
    body: { name: 'Guide', kind: 'guidelines' },
    says: ({ body: { data } }) => data.url,
  });
  await send('POST', `/api/v1/sites/${site.data.id}/deployments?wait=true`, {
    who: mara,
    expect: 201,
    body: await buildSite(),
    headers: { 'content-type': 'application/zip' },
    says: ({ body: { data } }) => `${data.state}: ${data.files} files, ${data.bytes} bytes`,
    holds: ({ body: { data } }) => data.state === 'live' && data.files === 5,
  });
  return site.data.url as string;
}
