// Someone else's Payload app with Marque in it: number ids, people of its own, uploads, drafts, localization, GraphQL and another plugin,
// and tables that Payload's push keeps. With `ACCESS`, the app says by a role who may do what in Marque.
import path from 'node:path';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { formBuilderPlugin } from '@payloadcms/plugin-form-builder';
import { buildConfig, type AuthStrategy, type Field } from 'payload';
import { agents } from '../../plugins/agents/index.ts';
import { marque, type AppGrant } from '../../plugins/marque/index.ts';

interface HostUser {
  role?: 'admin' | 'editor' | null;
}

const grantsOf = ({ role }: HostUser): AppGrant[] => {
  if (role === 'admin') return [{ resource: 'organization', resourceId: 'home', scope: 'admin' }];
  if (role === 'editor') return [{ resource: 'workspace', resourceId: 'home/library', scope: 'write' }];
  return [];
};

/** Signs in by a header, as behind a company's proxy. */
const staff: AuthStrategy = {
  name: 'staff',
  authenticate: async ({ headers, payload }) => {
    const email = headers.get('x-staff');
    if (email === null) return { user: null };
    const { docs } = await payload.find({ collection: 'users', where: { email: { equals: email } } });
    return { user: docs[0] ? { ...docs[0], collection: 'users' } : null };
  },
};

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
    {
      slug: 'users',
      auth: { strategies: [staff] },
      fields: [
        { name: 'name', type: 'text' },
        { name: 'role', type: 'text' },
      ],
    },
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
    ...(process.env.WITHOUT_MARQUE
      ? []
      : [
          marque(
            process.env.ACCESS ? { users: 'users', access: ({ user }) => grantsOf(user as HostUser) } : {},
          ),
          agents(),
        ]),
  ],
});
