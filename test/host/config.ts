// Someone else's Payload app with Marque in it: number ids, people of its own, uploads, drafts, localization, GraphQL and another plugin,
// and tables that Payload's push keeps.
import path from 'node:path';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { formBuilderPlugin } from '@payloadcms/plugin-form-builder';
import { buildConfig, type Field } from 'payload';
import { agents } from '../../plugins/agents/index.ts';
import { marque } from '../../plugins/marque/index.ts';

/** This app has no rich text editor: texts of forms are plain. */
function withPlainText(field: Field): Field {
  if (field.type === 'richText') return { name: field.name, type: 'textarea' };
  return 'fields' in field ? { ...field, fields: field.fields.map(withPlainText) } : field;
}

export default buildConfig({
  secret: process.env.SECRET ?? '',
  db: postgresAdapter({
    idType: process.env.ID_TYPE === 'uuid' ? 'uuid' : 'serial',
    pool: { connectionString: process.env.DATABASE_URL ?? '' },
  }),
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: [
    { slug: 'users', auth: true, fields: [{ name: 'name', type: 'text' }] },
    {
      slug: 'posts',
      versions: { drafts: true },
      access: { read: () => true },
      fields: [
        { name: 'title', type: 'text', localized: true, required: true },
        { name: 'author', type: 'relationship', relationTo: 'users' },
      ],
    },
    {
      slug: 'media',
      access: { read: () => true },
      upload: { staticDir: path.resolve(process.env.DATA_DIR ?? '.data', 'media') },
      fields: [{ name: 'alt', type: 'text' }],
    },
    { slug: 'collections', fields: [{ name: 'season', type: 'text' }] },
  ],
  telemetry: false,
  typescript: { autoGenerate: false },
  cors: ['https://www.example.com'],
  upload: { limits: { fileSize: 100_000 } },
  defaultDepth: 1,
  plugins: [
    formBuilderPlugin({
      fields: { message: false },
      formOverrides: { fields: ({ defaultFields }) => defaultFields.map(withPlainText) },
    }),
    ...(process.env.WITHOUT_MARQUE ? [] : [marque(), agents()]),
  ],
});
