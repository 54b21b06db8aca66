import { z } from 'zod';
import { Id } from '../../../src/assets/schemas.ts';
import { importFiles as take, tryFiles } from '../../../src/brands/git/import-files.ts';
import { parseFiles } from '../../../src/brands/git/read-files.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandPath, onBrand } from '../schemas.ts';

const keys = z.array(z.string());
const named = z.array(z.object({ slug: z.string(), title: z.string() }));
const Changes = z.object({
  rules: z.object({ added: keys, changed: keys, removed: keys }),
  pages: z.object({ added: named, changed: named, removed: named }),
});

/** An asset entry of an export can be sent back unchanged; only its id is read. */
const ExportedAsset = z.strictObject({
  id: Id,
  sha256: z.string().max(64).optional(),
  url: z.string().max(2000).optional(),
});

const maxFiles = 5000;
const path = z.string().min(1).max(500);

export const importFiles = defineOperation({
  name: 'import_files',
  http: {
    route: 'POST /api/v1/brands/{slug}/files/import',
    tag: 'brands',
  },
  summary: 'Import a brand from files as one version; reports every problem with file and line',
  description:
    'Send all files of the brand, as GET …/files returns them. Changes made only in the files or only in the brand since the last sync are merged; where both changed, the file wins and conflicts lists it. With merge false the brand becomes exactly what the files say. With dryRun nothing is written.',
  access: {
    scope: 'write',
    abilities: ['setup'],
    target: onBrand,
  },
  input: {
    path: brandPath,
    body: z.strictObject({
      files: z
        .record(path, z.string().max(1_000_000))
        .refine((files) => Object.keys(files).length <= maxFiles, `Up to ${maxFiles} files.`)
        .describe("Text by path. Files that don't belong to a brand are ignored"),
      assets: z
        .record(path, z.union([Id, ExportedAsset]))
        .optional()
        .describe(
          'The asset for each path under assets/, by id or as GET …/files returns it; assets the brand already uses may be left out',
        ),
      commit: z
        .string()
        .max(100)
        .nullable()
        .optional()
        .describe('The commit or place the files come from, for the record'),
      message: z
        .string()
        .trim()
        .min(1)
        .max(300)
        .optional()
        .describe('A short description of the change, for the history'),
      dryRun: z.boolean().optional(),
      merge: z.boolean().optional(),
    }),
  },
  output: z.object({
    data: z.object({
      version: z.int().nullable().describe('The version that holds the result; null for a dry run'),
      changed: z.boolean(),
      dryRun: z.boolean(),
      changes: Changes,
      conflicts: z
        .array(z.object({ file: z.string(), path: z.string() }))
        .describe("Where both sides had changed; the file's value was used"),
    }),
  }),
  errors: ['invalid'],
  // Reading untrusted files can take as long as the limits allow, so no transaction is open meanwhile.
  prepare: async (_, { body }) => parseFiles(body.files),
  run: async (context, { body }, parsed) => {
    const { dryRun = false, assets, files, merge, message, commit } = body;
    const id = context.access.id ?? '';
    const given = {
      files,
      parsed,
      merge: merge ?? true,
      commit: commit ?? null,
      ...(message === undefined ? {} : { message }),
      assets: Object.fromEntries(
        Object.entries(assets ?? {}).map(([at, one]) => [at, typeof one === 'string' ? one : one.id]),
      ),
    };
    const done = dryRun ? await tryFiles(context, id, given) : await take(context, id, given);
    return { data: { ...done, dryRun } };
  },
});
