// The story of the demo, on a service whose library is empty: what it leaves is the demo workspace, which the jobs of agents in
// test/agents/jobs are done in, too.
import { connectAgent } from './agent.ts';
import { publishBrand } from './brand.ts';
import { deliver } from './delivery.ts';
import { sendAll, type Library } from './library.ts';
import { openPortal } from './portal.ts';
import { readBack, review, suggest } from './proposals.ts';
import { setUp } from './sign-up.ts';
import { openSite } from './site.ts';
import { call, chapter, visitor, type Send, type Who } from './tell.ts';

/** What the story leaves. */
export interface DemoWorkspace extends Library {
  /** The person who administers it. */
  mara: Who;
  /** Addresses. */
  portal: string;
  site: string;
}

/** Where files are: `/a`, unless the app has them below a prefix. */
async function filesAt(url: string): Promise<string> {
  const response = await fetch(new URL('/api/v1/openapi.json', url));
  const { paths } = (await response.json()) as { paths: Record<string, unknown> };
  const file = Object.keys(paths).find((path) => path.endsWith('/a/{id}'));
  if (file === undefined) throw new Error(`${url} doesn't answer as Marque does.`);
  return file.slice(0, -'/{id}'.length);
}

/**
 * Tells the story.
 * @param arrive how its person gets in
 * @param dataDir where pictures go that it saves
 */
export async function tellStory(
  url: string,
  arrive: (send: Send) => Promise<Who>,
  dataDir: string,
): Promise<DemoWorkspace> {
  const files = await filesAt(url);
  const send: Send = (method, address, options) =>
    call(url, method, address.replace(/^\/a(?=\/)/, files), options);
  const mara = await arrive(send);
  const scout = await connectAgent(url, 'Scout', await setUp(send, mara));
  const library = await sendAll(send, scout);
  await suggest(scout, library);
  chapter('Nobody else sees what waits');
  await send('GET', `/a/${library.hubble.id}`, {
    who: visitor,
    expect: 404,
    says: ({ body }) => body.error.message,
  });
  await review(send, mara, library, dataDir);
  const rendition = await readBack(scout, library);
  await deliver(send, mara, library, rendition, dataDir);
  await publishBrand(send, mara, scout);
  await scout.close();
  const portal = await openPortal(send, mara, library);
  return { ...library, mara, portal, site: await openSite(send, mara) };
}
