// The settings of the core. Modules declare their own.
import { z } from 'zod';
import { scopes } from '../access/ladder.ts';
import { contexts, count, defineSetting, type SettingDefinition } from './schemas.ts';

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}*$/u, 'Use a single line.');

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
  form: {
    about: 'The mail server for invitations and review notifications.',
    properties: {
      enabled: {
        label: 'Sending',
        kind: { as: 'yes-no', yes: 'On', no: 'Off' },
        hint: 'Automatic turns it on once host and sender are set',
        unset: 'Automatic',
      },
      host: { label: 'Host', kind: { as: 'text' }, hint: 'Such as smtp.example.com' },
      port: {
        label: 'Port',
        kind: { as: 'number' },
        hint: '465 uses TLS from the start, other ports upgrade with STARTTLS',
      },
      user: { label: 'User', kind: { as: 'text' } },
      password: {
        label: 'Password',
        kind: { as: 'secret' },
        hint: 'Stored encrypted and never shown again. Enter it again when the host changes.',
      },
      from: { label: 'Sender', kind: { as: 'text' }, hint: 'Such as Marque <marque@example.com>' },
      replyTo: { label: 'Reply to', kind: { as: 'text' } },
    },
  },
});

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
      .regex(/^#[0-9a-fA-F]{6}$/, 'A color such as #4f46e5.')
      .toLowerCase(),
  },
  defaults: {},
  form: {
    about: 'What people see on the sign-in page, in this panel and in emails.',
    properties: {
      product: { label: 'Name of the service', kind: { as: 'text' }, unset: 'Marque' },
      tagline: { label: 'Tagline', kind: { as: 'text' } },
      logo: { label: 'Logo', kind: { as: 'picture' } },
      icon: { label: 'Icon', kind: { as: 'picture' } },
      accent: { label: 'Accent', kind: { as: 'colour' } },
    },
  },
});

const keyScope = z.enum(scopes);
const scopeOptions = [
  { value: 'read', label: 'Read' },
  { value: 'propose', label: 'Propose' },
  { value: 'write', label: 'Write' },
  { value: 'admin', label: 'Admin' },
];

/** One kind of change that an agent may make without review for a while. The module of review checks whether its key and kind exist. */
export const AutoAcceptRule = z.strictObject({
  key: z.uuid().toLowerCase().describe('The agent, by the ID of its key'),
  kind: line(40).describe('Kind of proposal'),
  collection: z
    .uuid()
    .toLowerCase()
    .optional()
    .describe('Only what is in this collection, or in one inside it'),
  until: z.iso
    .datetime({ offset: true, error: 'Use a time such as 2026-01-31T12:00:00Z.' })
    .describe('After this time, everything waits for review again'),
  sample: count(2, 1000).describe('Every nth is kept for a person to review'),
});
export type AutoAcceptRule = z.output<typeof AutoAcceptRule>;

export const agents = defineSetting({
  key: 'agents',
  label: 'Agents',
  contexts,
  properties: {
    defaultScope: keyScope.describe('Scope of new keys unless another is chosen'),
    maxScope: keyScope.describe('Highest scope of a connected agent and, if set explicitly, of any new key'),
    proposalsPerHour: count(0, 1_000_000).describe('Maximum proposals per key and hour'),
    autoAccept: z
      .array(AutoAcceptRule)
      .max(200)
      .describe('Kinds of changes that an agent may make without review; only a person can change it'),
  },
  defaults: { defaultScope: 'propose', maxScope: 'write', proposalsPerHour: 1000, autoAccept: [] },
  peopleOnly: ['autoAccept'],
  form: {
    about: 'What agents may do.',
    properties: {
      defaultScope: {
        label: 'Default scope',
        kind: { as: 'choice', options: scopeOptions },
        hint: 'With propose, agents suggest changes and a person decides',
      },
      maxScope: {
        label: 'Highest scope',
        kind: { as: 'choice', options: scopeOptions },
        hint: 'Limits connected agents. Once you set it, it limits new keys too.',
      },
      proposalsPerHour: { label: 'Proposals per hour', kind: { as: 'number' }, hint: 'Per agent' },
      autoAccept: {
        label: 'Accepted without review',
        kind: { as: 'own' },
        hint: 'Kinds of changes that an agent may make without review',
      },
    },
  },
});

export const coreSettings: readonly SettingDefinition[] = [email, branding, agents];
