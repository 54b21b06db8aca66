// Labels, hints and input types of each setting. Settings that aren't listed here (a plugin's) get inputs by the type of their values.
import type { Setting } from '../../core/settings/schemas.ts';

export type Options = readonly { value: string; label: string }[];

export type Kind =
  | { as: 'text' | 'number' | 'bytes' | 'colour' | 'picture' | 'lines' | 'secret' }
  | { as: 'choice'; options: Options }
  | { as: 'choices'; options: Options }
  | { as: 'yes-no'; yes: string; no: string };

export interface PropertyForm {
  name: string;
  label: string;
  kind: Kind;
  hint?: string;
  /** Shown when no value is set. */
  unset?: string;
}

export interface SettingForm {
  about: string;
  properties: readonly PropertyForm[];
}

const text: Kind = { as: 'text' };
const number: Kind = { as: 'number' };
const scopes = [
  { value: 'read', label: 'Read' },
  { value: 'propose', label: 'Propose' },
  { value: 'write', label: 'Write' },
  { value: 'admin', label: 'Admin' },
];
const formats = ['jpeg', 'png', 'webp', 'avif'].map((value) => ({ value, label: value.toUpperCase() }));

const forms: Readonly<Record<string, SettingForm>> = {
  email: {
    about: 'The mail server for invitations and review notifications.',
    properties: [
      {
        name: 'enabled',
        label: 'Sending',
        kind: { as: 'yes-no', yes: 'On', no: 'Off' },
        hint: 'Automatic turns it on once host and sender are set',
        unset: 'Automatic',
      },
      { name: 'host', label: 'Host', kind: text, hint: 'Such as smtp.example.com' },
      {
        name: 'port',
        label: 'Port',
        kind: number,
        hint: '465 uses TLS from the start, other ports upgrade with STARTTLS',
      },
      { name: 'user', label: 'User', kind: text },
      {
        name: 'password',
        label: 'Password',
        kind: { as: 'secret' },
        hint: 'Stored encrypted and never shown again. Enter it again when the host changes.',
      },
      { name: 'from', label: 'Sender', kind: text, hint: 'Such as Marque <marque@example.com>' },
      { name: 'replyTo', label: 'Reply to', kind: text },
    ],
  },
  branding: {
    about: 'What people see on the sign-in page, in this panel and in emails.',
    properties: [
      { name: 'product', label: 'Name of the service', kind: text, unset: 'Marque' },
      { name: 'tagline', label: 'Tagline', kind: text },
      { name: 'logo', label: 'Logo', kind: { as: 'picture' } },
      { name: 'icon', label: 'Icon', kind: { as: 'picture' } },
      { name: 'accent', label: 'Accent', kind: { as: 'colour' } },
    ],
  },
  delivery: {
    about: 'What can be delivered from the library, and in which forms.',
    properties: [
      {
        name: 'public',
        label: 'New assets are',
        kind: { as: 'yes-no', yes: 'Public', no: 'Not public' },
        hint: 'Anyone with its address can open a public asset once it’s active',
      },
      {
        name: 'maxPixels',
        label: 'Maximum pixels per rendition',
        kind: number,
        hint: 'Width times height: 2073600 is 1920 × 1080',
        unset: 'No limit',
      },
      {
        name: 'formats',
        label: 'Rendition formats',
        kind: { as: 'choices', options: formats },
        unset: 'All',
      },
      {
        name: 'quality',
        label: 'Default rendition quality',
        kind: number,
        hint: '1 to 100',
        unset: '80',
      },
    ],
  },
  review: {
    about: 'What happens when something needs review, and when it’s rejected.',
    properties: [
      {
        name: 'notify',
        label: 'Notify',
        kind: { as: 'lines' },
        hint: 'One email address per line. They’re notified of waiting proposals at most once an hour.',
        unset: 'No one',
      },
      {
        name: 'requireNoteOnReject',
        label: 'A rejection',
        kind: { as: 'yes-no', yes: 'Needs a note', no: 'Needs no note' },
      },
    ],
  },
  agents: {
    about: 'What agents may do.',
    properties: [
      {
        name: 'defaultScope',
        label: 'Default scope',
        kind: { as: 'choice', options: scopes },
        hint: 'With propose, an agent suggests and a person decides',
      },
      {
        name: 'maxScope',
        label: 'Highest scope',
        kind: { as: 'choice', options: scopes },
        hint: 'Of connected agents. If set here, of any new key too.',
      },
      {
        name: 'proposalsPerHour',
        label: 'Proposals per hour',
        kind: number,
        hint: 'Per agent',
      },
    ],
  },
  retention: {
    about: 'How long data is kept, in days.',
    properties: [
      { name: 'deletedDays', label: 'Deleted assets', kind: number, hint: 'Can be restored until then' },
      {
        name: 'renditionDays',
        label: 'Renditions',
        kind: number,
        hint: 'Created again on request',
      },
      { name: 'eventDays', label: 'Activity and audit', kind: number },
    ],
  },
  check: {
    about: 'What usage rights checks tell people and agents.',
    properties: [
      {
        name: 'noRights',
        label: 'Assets without recorded rights',
        kind: {
          as: 'choice',
          options: [
            { value: 'warn', label: 'Allowed, with a warning' },
            { value: 'block', label: 'Not allowed' },
          ],
        },
      },
    ],
  },
  sites: {
    about: 'Limits for site deployments.',
    properties: [
      { name: 'maxFiles', label: 'Maximum files', kind: number },
      { name: 'maxBytes', label: 'Maximum bytes', kind: { as: 'bytes' } },
      { name: 'keepDeployments', label: 'Deployments kept', kind: number, hint: 'Can be restored' },
    ],
  },
};

function kindOf(value: unknown): Kind {
  if (typeof value === 'boolean') return { as: 'yes-no', yes: 'Yes', no: 'No' };
  if (typeof value === 'number') return number;
  return Array.isArray(value) ? { as: 'lines' } : text;
}

const worded = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export function formOf({ key, value, secrets }: Setting): SettingForm {
  return (
    forms[key] ?? {
      about: '',
      properties: Object.keys(value).map((name) => ({
        name,
        label: worded(name),
        kind: name in secrets ? { as: 'secret' } : kindOf(value[name]),
      })),
    }
  );
}

/** A property's value as input text. */
export function toDraft(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(String).join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const idInside = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** The input text as the API expects it; null clears. Unparsable text is sent as is, so the server explains what's wrong. */
export function fromDraft(kind: Kind, draft: string): unknown {
  const trimmed = draft.trim();
  switch (kind.as) {
    case 'number':
    case 'bytes':
      return trimmed === '' ? null : Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
    case 'yes-no':
      return trimmed === '' ? null : trimmed === 'true';
    case 'lines':
    case 'choices': {
      const lines = trimmed.split(/[\s,;]+/).filter(Boolean);
      return lines.length === 0 ? null : lines;
    }
    case 'picture':
      // People often paste the address of an asset.
      return trimmed === '' ? null : (idInside.exec(trimmed)?.[0].toLowerCase() ?? trimmed);
    case 'secret':
      return draft;
    default:
      return trimmed === '' ? null : trimmed;
  }
}
