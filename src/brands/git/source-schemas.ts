// The repository of a brand as the API shows it (interface 2.6), and the input of callers.
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { Id } from '../../assets/schemas.ts';
import { pathOfUrl } from '../../core/net/folders.ts';

export const directions = ['pull', 'push', 'both'] as const;
export type Direction = (typeof directions)[number];

export const SourceAnswer = z.object({
  source: z
    .object({
      remote: z.string().describe('The repository'),
      branch: z.string(),
      path: z.string().describe('The folder'),
      commit: z.string().nullable().describe('The commit of the last sync'),
      syncedAt: z.iso.datetime().nullable(),
      pending: z.boolean().describe('True if the brand changed here since the last sync'),
      files: z.int(),
    })
    .nullable()
    .describe('Null if no repository is connected'),
  connect: z.url().describe('Where to connect a repository in the panel'),
});
export type SourceAnswer = z.infer<typeof SourceAnswer>;

export const SyncAnswer = z
  .object({
    id: Id,
    direction: z.enum(directions),
    state: z.enum(['waiting', 'running', 'done', 'failed']),
    error: z.string().nullable().describe('Why it failed, and what to do'),
    problems: z
      .array(
        z.object({ path: z.string().describe('File and line: rules/color.yaml:3'), message: z.string() }),
      )
      .describe("Problems in the repository's files"),
    commit: z.string().nullable().describe('The commit that both sides now share'),
    version: z.int().nullable().describe("The brand's version after the sync"),
    conflicts: z
      .array(z.object({ file: z.string(), path: z.string() }))
      .describe("Where both sides had changed; the file's value was used"),
    pushed: z.int().describe('Number of files written to the repository'),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'BrandSync' });
export type SyncAnswer = z.infer<typeof SyncAnswer>;

const isHttp = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash, hostname } = new URL(text);
  return (
    (protocol === 'https:' || protocol === 'http:') &&
    hostname !== '' &&
    username + password + search + hash === ''
  );
};

/** A repository on the server's disk is stored as its `file://` URL, however it was entered. */
function remoteOf(text: string): string | null {
  if (isHttp(text)) return text;
  const onDisk = text.startsWith('/') ? text : pathOfUrl(text);
  return onDisk === null || onDisk.includes('\0') ? null : pathToFileURL(onDisk).href;
}

/** git-check-ref-format(1), slightly stricter. */
const branchForm =
  /^(?!.*(?:\.\.|\/\/|\/\.|@\{|\.lock(?:\/|$)))[A-Za-z0-9](?:[A-Za-z0-9._/+#=-]*[A-Za-z0-9_+#=-])?$/;
const folderForm = /^(?:[^/\\\p{Cc}]+(?:\/[^/\\\p{Cc}]+)*)?$/u;

export const SourceInput = z.strictObject({
  remote: z
    .string()
    .trim()
    .max(2000)
    .transform((text, context) => {
      const remote = remoteOf(text);
      if (remote !== null) return remote;
      context.issues.push({
        code: 'custom',
        input: text,
        message:
          'Must be an address such as https://git.example.com/brand.git, with any token in token. Or file:///srv/git/brand.git, if FETCH_ALLOW allows the folder.',
      });
      return z.NEVER;
    })
    .describe('An http(s) address, or the path of a bare repository on the server that FETCH_ALLOW allows'),
  branch: z
    .string()
    .max(200)
    .regex(branchForm, 'Must be the name of a branch, such as main.')
    .default('main'),
  path: z
    .string()
    .max(300)
    .transform((path) =>
      path
        .trim()
        .replace(/^(?:\.?\/)+|\/+$/g, '')
        .replace(/^\.$/, ''),
    )
    .refine(
      (path) =>
        folderForm.test(path) &&
        !path.split('/').some((part) => ['.', '..', '.git'].includes(part.toLowerCase())),
      'Must be a folder in the repository, such as brand.',
    )
    .default('')
    .describe('The folder. Default: the whole repository'),
  token: z
    .string()
    .trim()
    .min(1)
    .max(4000)
    .nullable()
    .optional()
    .describe('Secret, never shown again. Omitted: keeps the stored one; null: removes it'),
});
export type SourceInput = z.infer<typeof SourceInput>;
