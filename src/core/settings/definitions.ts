// All settings, one entry per key. Plugins add theirs after these.
import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { scopes } from '../access/ladder.ts';
import { statement } from '../db/pool.ts';
import { defineSetting, type SettingDefinition } from './schemas.ts';

const both = ['organization', 'workspace'] as const;
const count = (least: number, most: number) => z.int().min(least).max(most);
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}*$/u, 'One line, please.');

/** `person@example.com`, optionally with a name; a single address, so that nothing else can be injected into a header. */
const mailbox = line(320).regex(
  /^(?:[^<>@,;]+ ?<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u,
  'Use an address such as marque@example.com or Marque <marque@example.com>.',
);

export const email = defineSetting({
  key: 'email',
  label: 'E-mail',
  contexts: ['organization'],
  properties: {
    enabled: z.boolean().describe('False: no email is sent. Null: email is sent if host and from are set'),
    host: line(253).regex(/^[A-Za-z0-9._:-]+$/, 'A host name or address.'),
    port: count(1, 65_535).describe('465: implicit TLS; any other: STARTTLS'),
    user: line(320),
    password: z.string().min(1).max(1024),
    from: mailbox,
    replyTo: mailbox,
  },
  defaults: { port: 587 },
  secrets: ['password'],
  secretsFor: { password: 'host' },
  environment: {
    host: 'SMTP_HOST',
    port: 'SMTP_PORT',
    user: 'SMTP_USER',
    password: 'SMTP_PASSWORD',
    from: 'MAIL_FROM',
    replyTo: 'MAIL_REPLY_TO',
  },
});

const picturesHere = statement(
  'settings:pictures',
  `select a.id from assets a join workspaces w on w.id = a.workspace_id
   where w.organization_id = $1 and a.id = any($2::uuid[]) and a.status = 'active' and a.deleted_at is null and a.mime_type like 'image/%'`,
);

export const branding = defineSetting({
  key: 'branding',
  label: 'Branding',
  contexts: ['organization'],
  properties: {
    product: line(60).describe('Name of the service'),
    tagline: line(160),
    logo: z.uuid().describe('An image asset of the organization'),
    icon: z.uuid().describe('A square image asset of the organization'),
    accent: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, 'A colour such as #4f46e5.')
      .toLowerCase(),
  },
  defaults: {},
  check: async (db, { organizationId }, set) => {
    const named = (['logo', 'icon'] as const).filter((property) => set[property] !== undefined);
    if (named.length === 0) return [];
    const rows = await db.query<{ id: string }>(picturesHere, [
      organizationId,
      named.map((property) => set[property]),
    ]);
    const there = new Set(rows.map(({ id }) => id));
    return named
      .filter((property) => !there.has(String(set[property]).toLowerCase()))
      .map((property) => ({
        path: property,
        message: 'Use the ID of an active image in one of the organization’s workspaces.',
      }));
  },
});

/** Formats of renditions; the first is the default for pictures. */
export const renditionFormats = ['jpeg', 'png', 'webp', 'avif'] as const;

export const delivery = defineSetting({
  key: 'delivery',
  label: 'Delivery',
  contexts: both,
  properties: {
    public: z.boolean().describe('Whether new assets are public'),
    maxPixels: count(1, 100_000_000).describe('Maximum pixels of a rendition, width times height'),
    formats: z.array(z.enum(renditionFormats)).min(1).max(renditionFormats.length),
    quality: count(1, 100).describe('Default quality of renditions'),
  },
  defaults: { public: true },
});

export const review = defineSetting({
  key: 'review',
  label: 'Review',
  contexts: both,
  properties: {
    notify: z
      .array(z.email().max(320).toLowerCase())
      .max(50)
      .describe('Email addresses to notify of new proposals'),
    requireNoteOnReject: z.boolean(),
  },
  defaults: { notify: [], requireNoteOnReject: true },
});

const keyScope = z.enum(scopes);

export const agents = defineSetting({
  key: 'agents',
  label: 'Agents',
  contexts: both,
  properties: {
    defaultScope: keyScope.describe('Scope of new keys unless another is chosen'),
    maxScope: keyScope.describe('Highest scope of a connected agent and, if set explicitly, of any new key'),
    proposalsPerHour: count(0, 1_000_000).describe('Maximum proposals per key and hour'),
  },
  defaults: { defaultScope: 'propose', maxScope: 'write', proposalsPerHour: 1000 },
});

const days = count(1, 36_500);

export const retention = defineSetting({
  key: 'retention',
  label: 'Retention',
  contexts: both,
  properties: {
    deletedDays: days.describe('Days a deleted asset can be restored'),
    renditionDays: days.describe("Days until a rendition is removed; it's made again on demand"),
    eventDays: days.describe('Days that events are kept'),
  },
  defaults: { deletedDays: 30, renditionDays: 30, eventDays: 400 },
});

const GiB = 1024 ** 3;

export const sites = defineSetting({
  key: 'sites',
  label: 'Sites',
  contexts: both,
  properties: {
    maxFiles: count(1, 1_000_000).describe('Maximum files in a deployment'),
    maxBytes: count(1, 1024 * GiB).describe('Maximum bytes in a deployment'),
    keepDeployments: count(1, 1000).describe('Deployments kept for rollback'),
  },
  defaults: { maxFiles: 20_000, maxBytes: GiB, keepDeployments: 20 },
});

/** Why a text isn't a list of certificates; null if it is one. */
function notCertificates(text: string): string | null {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0)
    return 'Paste certificates in PEM form: each begins with -----BEGIN CERTIFICATE-----.';
  for (const [index, block] of blocks.entries()) {
    try {
      new X509Certificate(block);
    } catch {
      return `Certificate ${index + 1} can't be read.`;
    }
  }
  return null;
}

export const provenance = defineSetting({
  key: 'provenance',
  label: 'Provenance',
  contexts: both,
  properties: {
    trustList: z
      .string()
      .max(512 * 1024)
      .describe('Trusted root certificates (PEM) for Content Credentials'),
  },
  defaults: {},
  check: async (_db, _place, { trustList }) => {
    const problem = typeof trustList === 'string' ? notCertificates(trustList) : null;
    return problem === null ? [] : [{ path: 'trustList', message: problem }];
  },
});

export const check = defineSetting({
  key: 'check',
  label: 'Usage checks',
  contexts: both,
  properties: {
    noRights: z
      .enum(['warn', 'block'])
      .describe('Result of a usage check for assets without recorded rights'),
  },
  defaults: { noRights: 'warn' },
});

export const settings: readonly SettingDefinition[] = [
  email,
  branding,
  delivery,
  review,
  agents,
  retention,
  sites,
  provenance,
  check,
];
