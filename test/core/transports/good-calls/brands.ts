// Correct calls of the operations of brands and proposals.
import type { Tenant } from '../tenant.ts';

import { nothing, type Row } from './row.ts';

async function newComment(tenant: Tenant): Promise<string> {
  const body = { page: await tenant.newPage(), body: tenant.text() };
  const made = await tenant.send('POST', `/api/v1/brands/${tenant.brand}/comments`, body);
  return (made as { id: string }).id;
}

export const brandCalls: Record<string, Row> = {
  // brands
  list_brands: { good: nothing },
  create_brand: { good: (tenant) => ({ body: { name: tenant.text(), from: tenant.brand } }) },
  update_brand: {
    good: async (tenant) => ({ path: { slug: await tenant.newBrand() }, body: { name: tenant.text() } }),
  },
  delete_brand: { good: async (tenant) => ({ path: { slug: await tenant.newBrand() } }) },
  get_brand_status: { good: (tenant) => ({ path: { slug: tenant.brand } }) },
  get_theme: { good: (tenant) => ({ path: { slug: tenant.brand } }) },
  update_theme: { good: (tenant) => ({ path: { slug: tenant.brand }, body: { radius: 8 } }) },
  get_brand: { good: (tenant) => ({ path: { slug: tenant.brand } }) },
  list_rules: { good: (tenant) => ({ query: { brand: tenant.brand, asset: tenant.asset } }) },
  create_rule: {
    good: (tenant) => ({
      query: { brand: tenant.brand },
      body: {
        key: `copy.${tenant.word()}`,
        type: 'text',
        value: tenant.text(),
        assets: [{ id: tenant.asset }],
      },
    }),
  },
  set_rules: {
    good: async (tenant) => ({
      query: { brand: tenant.brand },
      body: {
        set: [{ key: `copy.${tenant.word()}`, type: 'text', value: tenant.text() }],
        remove: [{ key: (await tenant.newRule()).key }],
      },
    }),
  },
  change_rule_order: {
    good: async (tenant) => ({
      query: { brand: tenant.brand },
      body: { keys: [(await tenant.newRule()).key] },
    }),
  },
  update_rule: {
    good: async (tenant) => ({ path: { id: (await tenant.newRule()).id }, body: { value: tenant.text() } }),
  },
  list_templates: { good: nothing },
  list_pages: { good: (tenant) => ({ path: { slug: tenant.brand } }) },
  create_first_pages: {
    good: async (tenant) => ({ path: { slug: await tenant.newBrand() }, body: {} }),
  },
  get_page: { good: async (tenant) => ({ path: { slug: tenant.brand, page: await tenant.newPage() } }) },
  list_page_links: {
    good: async (tenant) => ({ path: { slug: tenant.brand, page: await tenant.newPage() } }),
  },
  get_page_html: { good: async (tenant) => ({ path: { slug: tenant.brand, page: await tenant.newPage() } }) },
  save_page: {
    good: async (tenant) => ({
      path: { slug: tenant.brand, page: await tenant.newPage() },
      body: {
        title: tenant.text(),
        parent: await tenant.newPage(),
        sections: [{ template: 'text', body: tenant.text() }],
      },
    }),
    chooses: ['page'],
  },
  edit_page: {
    good: async (tenant) => ({
      path: { slug: tenant.brand, page: await tenant.newPage() },
      body: { ops: [{ op: 'page', set: { title: tenant.text(), parent: await tenant.newPage() } }] },
    }),
  },
  preview_page: {
    good: async (tenant) => ({
      path: { slug: tenant.brand, page: await tenant.newPage() },
      body: { title: tenant.text(), sections: [{ template: 'text', body: tenant.text() }] },
    }),
  },
  delete_page: { good: async (tenant) => ({ path: { slug: tenant.brand, page: await tenant.newPage() } }) },
  delete_rule: { good: async (tenant) => ({ path: { id: (await tenant.newRule()).id } }) },

  publish_brand: {
    good: async (tenant) => ({
      path: { slug: await tenant.newBrand() },
      body: { note: tenant.text(), image: tenant.asset },
    }),
  },
  list_brand_updates: { good: (tenant) => ({ path: { slug: tenant.brand } }) },
  list_brand_versions: { good: (tenant) => ({ path: { slug: tenant.brand } }) },
  get_brand_version: { good: async (tenant) => ({ path: { slug: await tenant.newBrand(), n: '1' } }) },
  preview_brand_version: {
    good: async (tenant) => ({
      path: { slug: await tenant.newBrand(), n: '1' },
      query: { audience: 'partners' },
    }),
  },
  restore_brand_version: { good: async (tenant) => ({ path: { slug: await tenant.newBrand(), n: '1' } }) },
  update_brand_version: {
    good: async (tenant) => ({
      path: { slug: await tenant.newBrand(), n: '1' },
      body: { name: tenant.text() },
    }),
  },
  list_page_comments: { good: (tenant) => ({ path: { slug: tenant.brand } }) },
  get_page_comment: {
    good: async (tenant) => ({ path: { slug: tenant.brand, id: await newComment(tenant) } }),
  },
  create_page_comment: {
    good: async (tenant) => ({
      path: { slug: tenant.brand },
      body: { page: await tenant.newPage(), body: tenant.text() },
    }),
  },
  update_page_comment: {
    good: async (tenant) => ({
      path: { slug: tenant.brand, id: await newComment(tenant) },
      body: { body: tenant.text(), resolved: true },
    }),
  },
  delete_page_comment: {
    good: async (tenant) => ({ path: { slug: tenant.brand, id: await newComment(tenant) } }),
    abilities: ['delete'],
  },
  get_contrast: {
    good: (tenant) => ({ query: { brand: tenant.brand, color: '#112233', background: '#ffffff' } }),
  },
  get_tokens: { good: (tenant) => ({ query: { brand: tenant.brand } }) },
  get_files: { good: (tenant) => ({ path: { slug: tenant.brand } }) },
  get_brand_json: { good: async (tenant) => ({ path: { slug: await tenant.newPublishedBrand() } }) },
  get_brand_llms_text: { good: async (tenant) => ({ path: { slug: await tenant.newPublishedBrand() } }) },
  get_brand_source: { good: (tenant) => ({ path: { slug: tenant.brand } }) },
  set_brand_source: {
    good: async (tenant) => ({
      path: { slug: await tenant.newBrand() },
      body: { remote: `https://${tenant.word()}.example.com/brand.git`, token: tenant.text() },
    }),
  },
  delete_brand_source: { good: async (tenant) => ({ path: { slug: await tenant.newSource() } }) },
  sync_brand_source: {
    good: async (tenant) => ({ path: { slug: await tenant.newSource() }, body: { direction: 'pull' } }),
  },
  get_brand_sync: { good: async (tenant) => ({ path: { slug: await tenant.newSync() } }) },
  import_files: {
    good: async (tenant) => ({
      path: { slug: await tenant.newBrand() },
      body: {
        files: {
          'brand.yaml': `name: ${JSON.stringify(tenant.text())}\n`,
          'rules/voice.yaml': `voice.tone:\n  type: text\n  value: ${JSON.stringify(tenant.text())}\n  assets:\n    - assets/a.png\n`,
        },
        assets: { 'assets/a.png': tenant.asset },
      },
    }),
  },

  // proposals
  propose_changes: {
    good: async (tenant) => ({
      body: {
        items: [
          {
            kind: 'title',
            target: { resource: 'asset', id: await tenant.newAsset() },
            change: { title: tenant.text() },
            note: tenant.text(),
          },
        ],
      },
    }),
  },
  propose_rules: {
    good: (tenant) => ({
      query: { brand: tenant.brand },
      body: {
        set: [{ key: `copy.${tenant.word()}`, type: 'text', value: tenant.text() }],
        note: tenant.text(),
      },
    }),
  },
  propose_page: {
    good: async (tenant) => ({
      path: { slug: tenant.brand, page: await tenant.newPage() },
      body: { content: { title: tenant.text() }, note: tenant.text() },
    }),
    chooses: ['page'],
  },
  list_proposals: { good: (tenant) => ({ query: { target: tenant.asset } }) },
  get_proposal: { good: async (tenant) => ({ path: { id: await tenant.newProposal() } }) },
  list_track_records: { good: () => ({}) },
  decide_proposal: {
    good: async (tenant) => ({ path: { id: await tenant.newProposal() }, body: { decision: 'accept' } }),
  },
  decide_proposals: {
    good: async (tenant) => ({
      body: { ids: [await tenant.newProposal()], decision: 'reject', note: tenant.text() },
    }),
  },
  withdraw_proposal: { good: async (tenant) => ({ path: { id: await tenant.newProposal() } }) },
};
