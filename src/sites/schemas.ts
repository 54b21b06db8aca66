// Sites and deployments as the API shows them, and the input of callers.
import { z } from 'zod';
import { Id } from '../assets/schemas.ts';
import { Visibility, VisitorPassword, ServerSlug } from '../sharing/schemas.ts';
import { maxNewSlug } from '../sharing/slugs.ts';
import { mountPattern } from './rules.ts';

export const siteKinds = ['guidelines', 'landing', 'docs', 'storybook'] as const;
export type SiteKind = (typeof siteKinds)[number];
export const deploymentStates = ['checking', 'live', 'failed', 'replaced'] as const;
export type DeploymentState = (typeof deploymentStates)[number];

export const Site = z
  .object({
    id: Id,
    slug: z.string(),
    name: z.string(),
    kind: z.enum(siteKinds),
    access: Visibility,
    url: z.string().describe('Its own origin'),
    live: z
      .array(z.object({ path: z.string(), deployment: Id }))
      .describe("The live deployment at each path: the deployment's id"),
    latest: z
      .object({ state: z.enum(deploymentStates), path: z.string(), createdAt: z.iso.datetime() })
      .nullable()
      .describe('The newest deployment; null: none yet'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Site' });
export type Site = z.infer<typeof Site>;

const about = {
  name: z.string().trim().min(1).max(200),
  slug: ServerSlug.describe('The first part of its address; unique on the server'),
  kind: z.enum(siteKinds),
  access: Visibility,
  password: VisitorPassword,
};

export const NewSite = z.strictObject({
  name: about.name,
  slug: ServerSlug.max(maxNewSlug.sites)
    .describe('The first part of its address; unique on the server')
    .optional(),
  kind: about.kind.default('landing'),
  access: about.access.default('public'),
  password: about.password.optional(),
});
export type NewSite = z.output<typeof NewSite>;

export const SitePatch = z.strictObject(about).partial();
export type SitePatch = z.output<typeof SitePatch>;

export const Deployment = z
  .strictObject({
    id: Id,
    path: z.string().describe('Where it is mounted'),
    kind: z.enum(siteKinds),
    state: z.enum(deploymentStates),
    files: z.int().describe('Number of files served; 0 while it is being checked'),
    bytes: z.int().describe('Their unpacked size in bytes'),
    commit: z.string().nullable(),
    ref: z.string().nullable(),
    error: z.string().nullable().describe('Why it failed'),
    manifest: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The content of marque.site.json in the zip'),
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Deployment' });
export type Deployment = z.infer<typeof Deployment>;

const line = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u, 'Must be a single line.');

export const ZipSource = z
  .strictObject({
    token: z.string().max(100).optional().describe('The token from create_upload, once the zip is uploaded'),
    url: z.string().max(4000).optional().describe('A public http(s) URL of the zip'),
  })
  .refine(({ token, url }) => (token === undefined) !== (url === undefined), {
    message: 'Send either an upload token or a url.',
    path: ['token'],
  });
export type ZipSource = z.output<typeof ZipSource>;

const MountPath = z
  .string()
  .regex(mountPattern, 'A path is / or up to four segments of lower-case letters, digits and dashes.');

export const MountQuery = z.object({
  path: MountPath.describe('The path that is taken down, such as / or /docs'),
});

export const DeploymentQuery = z.object({
  path: MountPath.default('/').describe('Where to mount it: / or up to four segments, such as /docs'),
  kind: z.enum(siteKinds).optional().describe("Default: the site's kind"),
  commit: line.optional(),
  ref: line.optional(),
  wait: z.enum(['true', 'false']).optional().describe('true: respond once it is live or has failed'),
});
export type DeploymentQuery = z.output<typeof DeploymentQuery>;
