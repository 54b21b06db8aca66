// What an app's TypeScript sees: every entry of the package, in a strict project.
import { marque } from 'marque';
import { agents } from 'marque/agents';
import { createClient, orThrow, verifyWebhook, type Schema } from 'marque/client';
import * as components from 'marque/client-components';
import { defineModule, defineOperation, extend, z, type Module } from 'marque/extend';
import { withMarque } from 'marque/next';
import * as views from 'marque/rsc';
import { startServer } from 'marque/server';
import { pictureAttributes } from 'marque/srcset';
import { testModule } from 'marque/testing';

export const pingOperation = defineOperation({
  name: 'ping',
  summary: 'Says whether it is there',
  http: { route: 'GET /api/v1/ping', tag: 'ping' },
  access: { scope: 'read' },
  output: z.object({ there: z.boolean() }),
  // Targets of Marque's own modules are known by their names.
  run: async ({ accessTo }) => ({ there: (await accessTo({ asset: '', brand: '' })).scope !== null }),
});
const hexFormat: NonNullable<Module['tokenFormats']>[number] = {
  name: 'hex',
  title: 'Hex',
  mime: 'text/plain',
  ending: '.txt',
  write: ({ tokens }) => tokens.map(({ key }) => key).join(),
};
export const pingModule = defineModule({
  name: 'ping',
  operations: [pingOperation],
  tokenFormats: [hexFormat],
  pageTemplates: [],
});
export const plugins = [marque({ modules: [pingModule] }), agents()];
export const nextConfig = withMarque({ poweredByHeader: false }, { adminRoute: '/admin' });
export const client = createClient({ url: 'https://dam.example.com', key: 'mq_' });
export async function tagsOf(id: string): Promise<string[]> {
  const { data } = await orThrow(client.GET('/api/v1/assets/{id}', { params: { path: { id } } }));
  const asset: Schema<'Asset'> = data;
  for await (const { tags } of client.list('/api/v1/assets', { params: { query: { tag: 'harbor' } } }))
    asset.tags.push(...tags);
  await client.POST('/api/v1/collections', { body: { name: 'Harbors' } });
  // @ts-expect-error A collection needs a name.
  await client.POST('/api/v1/collections', { body: {} });
  return asset.tags;
}
export { verifyWebhook };
export { components, extend, pictureAttributes, startServer, testModule, views };
