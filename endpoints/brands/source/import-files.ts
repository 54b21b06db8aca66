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

/** What an export says of an asset may be sent back as it is; only the id is read. */
const ExportedAsset = z.strictObject({
  id: Id,
  sha256: z.string().max(64).optional(),
  url: z.string().max(2000).optional(),
});

const maxFiles = 5000;
const path = z.string().min(1).max(500);

export const importFiles = defineOperation({
  name: 'import_files',
  route: 'POST /api/v1/brands/{slug}/files/import',
  tag: 'brands',
  summary: 'Take a brand in from its files, as one version, or every problem at its file and line',
  description:
    'All files of the brand, as GET …/files gives them. What only the files or only the brand changed since both last agreed is taken from there; where both did, the file wins and conflicts names it. With merge false the brand says what the files say, and nothing else. With dryRun nothing is written.',
  scope: 'write',
  ability: 'setup',
  target: onBrand,
  input: {
    path: brandPath,
    body: z.strictObject({
      files: z
        .record(path, z.string().max(1_000_000))
        .refine((files) => Object.keys(files).length <= maxFiles, `Up to ${maxFiles} files.`)
        .describe('Text by path. What is no file of a brand is passed over'),
      assets: z
        .record(path, z.union([Id, ExportedAsset]))
        .optional()
        .describe(
          'The asset at each path under assets/, by its id or as GET …/files gives it; those that the brand names already may be left out',
        ),
      commit: z.string().max(100).nullable().optional().describe('Where the files stand, for the record'),
      message: z.string().trim().min(1).max(300).optional().describe('What was done, for the history'),
      dryRun: z.boolean().optional(),
      merge: z.boolean().optional(),
    }),
  },
  output: z.object({
    data: z.object({
      version: z.int().nullable().describe('The version that holds what came of it; null of a dry run'),
      changed: z.boolean(),
      dryRun: z.boolean(),
      changes: Changes,
      conflicts: z
        .array(z.object({ file: z.string(), path: z.string() }))
        .describe("What both sides had changed: the file's was taken"),
    }),
  }),
  errors: ['invalid'],
  // Reading what a stranger wrote may take as long as the limits allow: no transaction waits for it.
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
