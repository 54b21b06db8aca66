// The repository of a brand as the interface shows it (2.6), and what callers send.
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
      commit: z.string().nullable().describe('The commit both sides last agreed at'),
      syncedAt: z.iso.datetime().nullable(),
      pending: z.boolean().describe('True when the brand changed here since the last agreement'),
      files: z.int(),
    })
    .nullable()
    .describe('Null when the brand lives in the service alone'),
  connect: z.url().describe('Where this server connects a repository'),
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
      .describe('What is wrong with the files of the repository'),
    commit: z.string().nullable().describe('Where both sides agree since'),
    version: z.int().nullable().describe('The version of the brand since'),
    conflicts: z
      .array(z.object({ file: z.string(), path: z.string() }))
      .describe("What both sides had changed: the file's was taken"),
    pushed: z.int().describe('Files written to the repository'),
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

/** A repository on the server's disk is kept as its `file://` URL, however it was given. */
function remoteOf(text: string): string | null {
  if (isHttp(text)) return text;
  const onDisk = text.startsWith('/') ? text : pathOfUrl(text);
  return onDisk === null || onDisk.includes('\0') ? null : pathToFileURL(onDisk).href;
}

/** git-check-ref-format(1), and a little stricter. */
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
          'An address such as https://git.example.com/brand.git; a token goes into token. Or file:///srv/git/brand.git, where FETCH_ALLOW names the folder.',
      });
      return z.NEVER;
    })
    .describe(
      'An address over http(s), or the path of a bare repository on the server that FETCH_ALLOW lets through',
    ),
  branch: z.string().max(200).regex(branchForm, 'The name of a branch, such as main.').default('main'),
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
      'A folder in the repository, such as brand.',
    )
    .default('')
    .describe('The folder; left out: the whole repository'),
  token: z
    .string()
    .trim()
    .min(1)
    .max(4000)
    .nullable()
    .optional()
    .describe('Secret: never shown again. Left out: the stored one stays; null: none'),
});
export type SourceInput = z.infer<typeof SourceInput>;
