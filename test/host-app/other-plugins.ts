// Payload's official plugins, which the app has beside Marque: those that are published in the same version as its Payload. What they add
// is asked for over REST.
import type { Sent } from '../host/answers.ts';

interface OtherPlugin {
  /** The package, and what the app imports from it. */
  name: string;
  imported: string;
  /** An expression that makes the plugin. */
  code: string;
  sent: readonly Sent[];
}

const title = (text: string) => `{ name: '${text}', type: 'text' }`;

/** Those that every version has come first: what they are sent comes first, too. */
export const otherPlugins: readonly OtherPlugin[] = [
  {
    name: '@payloadcms/plugin-multi-tenant',
    imported: 'multiTenantPlugin',
    // Notices belong to a tenant.
    code: `(config) =>
    multiTenantPlugin({ collections: { notices: {} }, userHasAccessToAllTenants: () => true })({
      ...config,
      collections: [
        ...(config.collections ?? []),
        { slug: 'tenants', admin: { useAsTitle: 'name' }, fields: [${title('name')}] },
        { slug: 'notices', admin: { useAsTitle: 'text' }, fields: [${title('text')}] },
      ],
    })`,
    sent: [
      { method: 'POST', path: '/api/tenants', body: { name: 'North' } },
      { method: 'POST', path: '/api/notices', body: { text: 'Closed on Monday', tenant: '{tenants}' } },
      { path: '/api/notices?depth=1' },
      { path: '/api/notices', anonymous: true },
      { path: '/api/tenants' },
      { path: '/admin/collections/notices' },
    ],
  },
  {
    name: '@payloadcms/plugin-import-export',
    imported: 'importExportPlugin',
    code: `importExportPlugin({ collections: [{ slug: 'collections' }] })`,
    sent: ['json', 'csv'].map((format) => ({
      method: 'POST',
      path: '/api/exports/export-preview',
      body: { collectionSlug: 'collections', fields: ['season'], format, sort: 'season' },
    })),
  },
  {
    name: '@payloadcms/plugin-seo',
    imported: 'seoPlugin',
    code: `seoPlugin({
    collections: ['posts'],
    uploadsCollection: 'media',
    generateTitle: ({ doc }) => \`\${doc.title} | Host\`,
  })`,
    sent: [
      {
        method: 'POST',
        path: '/api/posts',
        body: { title: 'Found', _status: 'published', meta: { title: 'Found by engines', image: '{media}' } },
      },
      { path: '/api/posts/{posts}?depth=1' },
      {
        method: 'POST',
        path: '/api/plugin-seo/generate-title',
        body: { collectionSlug: 'posts', doc: { title: 'Found' } },
      },
    ],
  },
  {
    name: '@payloadcms/plugin-nested-docs',
    imported: 'nestedDocsPlugin',
    code: `nestedDocsPlugin({
    collections: ['collections'],
    generateLabel: (_, { season }) => String(season),
    generateURL: (docs) => docs.map(({ season }) => \`/\${String(season)}\`).join(''),
  })`,
    sent: [
      { method: 'POST', path: '/api/collections', body: { season: 'Ski', parent: '{collections}' } },
      { path: '/api/collections/{collections}?depth=0' },
      { path: '/admin/collections/collections/{collections}' },
    ],
  },
  {
    name: '@payloadcms/plugin-search',
    imported: 'searchPlugin',
    code: `searchPlugin({ collections: ['posts'] })`,
    sent: [
      { method: 'POST', path: '/api/posts', body: { title: 'Searched', _status: 'published' } },
      { path: '/api/search?where[title][like]=sear&depth=1' },
      { path: '/admin/collections/search' },
    ],
  },
  {
    name: '@payloadcms/plugin-redirects',
    imported: 'redirectsPlugin',
    code: `redirectsPlugin({ collections: ['posts'] })`,
    sent: [
      {
        method: 'POST',
        path: '/api/redirects',
        body: {
          from: '/old',
          to: { type: 'reference', reference: { relationTo: 'posts', value: '{posts}' } },
        },
      },
      { path: '/api/redirects?depth=1' },
    ],
  },
];

/** The app's file `src/others.ts` with these plugins. */
export const sourceOf = (plugins: readonly OtherPlugin[]): string =>
  [
    `import type { Plugin } from 'payload';`,
    ...plugins.map(({ name, imported }) => `import { ${imported} } from '${name}';`),
    '',
    `export const others: Plugin[] = [\n${plugins.map(({ code }) => `  ${code},\n`).join('')}];\n`,
  ].join('\n');
