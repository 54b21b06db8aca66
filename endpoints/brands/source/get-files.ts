import { z } from 'zod';
import { Id } from '../../../src/assets/schemas.ts';
import { exportFiles } from '../../../src/brands/git/export-files.ts';
import { toLoaded, wholeQuery } from '../../../src/brands/queries.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandPath, readsBrand } from '../schemas.ts';

export const getFiles = defineOperation({
  name: 'get_files',
  http: {
    route: 'GET /api/v1/brands/{slug}/files',
    tag: 'brands',
  },
  summary: 'Export a brand as files: brand.yaml, rules, pages, and the assets listed under assets/',
  description:
    'The same brand always exports to the same bytes. Default values are left out. Comments of an imported file are kept as long as its content is unchanged.',
  access: readsBrand,
  query: wholeQuery,
  input: { path: brandPath },
  output: z.object({
    data: z.object({
      files: z.record(z.string(), z.string()).describe('Text by path'),
      assets: z
        .record(z.string(), z.object({ id: Id, sha256: z.string(), url: z.url() }))
        .describe('By path'),
    }),
  }),
  run: async ({ row, db, caller, service }) => ({
    data: await exportFiles(db, caller, service.env.serverUrl, toLoaded(row)),
  }),
});
