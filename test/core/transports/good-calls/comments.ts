// Correct calls of the operations on comments.
import type { Tenant } from '../tenant.ts';
import { asset, type Row } from './row.ts';

async function newThread(tenant: Tenant): Promise<string> {
  const path = `/api/v1/assets/${await tenant.newAsset()}/comments`;
  return (await tenant.send('POST', path, { body: tenant.text() })).id as string;
}

const onThread = async (tenant: Tenant) => ({ path: { id: await newThread(tenant) } });

export const commentCalls: Record<string, Row> = {
  list_asset_comments: { good: asset },
  create_asset_comment: {
    good: (tenant) => ({
      path: { id: tenant.asset },
      body: { body: tenant.text(), anchor: { rect: [0.1, 0.2, 0.3, 0.4], from: 1, to: 2 } },
    }),
  },
  list_mentionable: { good: (tenant) => ({ path: { id: tenant.asset }, query: { q: 'a' } }) },
  get_comment: { good: onThread },
  update_comment: {
    good: async (tenant) => ({ ...(await onThread(tenant)), body: { body: tenant.text(), resolved: true } }),
    abilities: ['approve'],
  },
  delete_comment: { good: onThread, abilities: ['approve'] },
  reply_to_comment: {
    good: async (tenant) => ({ ...(await onThread(tenant)), body: { body: tenant.text() } }),
  },
  resolve_comment: {
    good: async (tenant) => ({ ...(await onThread(tenant)), body: { resolved: true } }),
  },
};
