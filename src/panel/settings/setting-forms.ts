// What the Settings view says about each setting and how each property is entered. A setting that isn't here (a plugin's) is shown by
// what its values are.
import type { Setting } from '../../core/settings/schemas.ts';

type Options = readonly { value: string; label: string }[];

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
  /** Shown where nothing says anything. */
  unset?: string;
}

interface SettingForm {
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
    about: 'The mail server that invitations and news of reviews are sent with.',
    properties: [
      {
        name: 'enabled',
        label: 'Sending',
        kind: { as: 'yes-no', yes: 'On', no: 'Off' },
        hint: 'Left to itself it is on once host and sender are known',
        unset: 'Automatic',
      },
      { name: 'host', label: 'Host', kind: text, hint: 'Such as smtp.example.com' },
      {
        name: 'port',
        label: 'Port',
        kind: number,
        hint: '465 speaks TLS from the start, any other turns to it',
      },
      { name: 'user', label: 'User', kind: text },
      {
        name: 'password',
        label: 'Password',
        kind: { as: 'secret' },
        hint: 'Stored sealed, never shown again; enter it again when the host changes',
      },
      { name: 'from', label: 'Sender', kind: text, hint: 'Such as Marque <marque@example.com>' },
      { name: 'replyTo', label: 'Replies to', kind: text },
    ],
  },
  branding: {
    about: 'What people see over the sign-in form, in this panel and in mails.',
    properties: [
      { name: 'product', label: 'Name of the service', kind: text, unset: 'Marque' },
      { name: 'tagline', label: 'Tagline', kind: text },
      { name: 'logo', label: 'Logo', kind: { as: 'picture' } },
      { name: 'icon', label: 'Icon', kind: { as: 'picture' } },
      { name: 'accent', label: 'Accent', kind: { as: 'colour' } },
    ],
  },
  delivery: {
    about: 'What leaves the library, and what it leaves as.',
    properties: [
      {
        name: 'public',
        label: 'New assets are',
        kind: { as: 'yes-no', yes: 'Public', no: 'Not public' },
        hint: 'A public one is anyone’s who has its address, once it is active',
      },
      {
        name: 'maxPixels',
        label: 'Most pixels of a rendition',
        kind: number,
        hint: 'Width times height: 2073600 is 1920 × 1080',
        unset: 'No limit',
      },
      {
        name: 'formats',
        label: 'Formats of renditions',
        kind: { as: 'choices', options: formats },
        unset: 'All',
      },
      {
        name: 'quality',
        label: 'Quality of renditions that name none',
        kind: number,
        hint: '1 to 100',
        unset: '80',
      },
    ],
  },
  review: {
    about: 'What happens when something waits for a person, and when it is turned down.',
    properties: [
      {
        name: 'notify',
        label: 'Write to',
        kind: { as: 'lines' },
        hint: 'One e-mail address a line. They hear that something waits, at most once an hour.',
        unset: 'Nobody',
      },
      {
        name: 'requireNoteOnReject',
        label: 'A rejection',
        kind: { as: 'yes-no', yes: 'Needs a note', no: 'Needs no note' },
      },
    ],
  },
  agents: {
    about: 'How much is put into the hands of agents.',
    properties: [
      {
        name: 'defaultScope',
        label: 'Scope to begin with',
        kind: { as: 'choice', options: scopes },
        hint: 'With propose an agent suggests, and a person decides',
      },
      {
        name: 'maxScope',
        label: 'Highest scope',
        kind: { as: 'choice', options: scopes },
        hint: 'Of agents that are connected; set here, of any new key',
      },
      {
        name: 'proposalsPerHour',
        label: 'Proposals an hour',
        kind: number,
        hint: 'From one agent',
      },
    ],
  },
  retention: {
    about: 'How long things are kept, in days.',
    properties: [
      { name: 'deletedDays', label: 'Deleted assets', kind: number, hint: 'They can be restored that long' },
      {
        name: 'renditionDays',
        label: 'Renditions',
        kind: number,
        hint: 'Made again when somebody asks for one that is gone',
      },
      { name: 'eventDays', label: 'Activity and audit', kind: number },
    ],
  },
  check: {
    about: 'What people and agents are told who ask whether an asset may be used.',
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
    about: 'What a deployment of a site may hold.',
    properties: [
      { name: 'maxFiles', label: 'Most files', kind: number },
      { name: 'maxBytes', label: 'Most bytes', kind: { as: 'bytes' } },
      { name: 'keepDeployments', label: 'Deployments kept', kind: number, hint: 'To go back to' },
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

/** What a property reads as in its input. */
export function toDraft(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(String).join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const idInside = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** What an input says, as the interface takes it; null clears. What can't be read goes as it stands, so that the server says why. */
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
      // The address of an asset is what people have at hand.
      return trimmed === '' ? null : (idInside.exec(trimmed)?.[0].toLowerCase() ?? trimmed);
    case 'secret':
      return draft;
    default:
      return trimmed === '' ? null : trimmed;
  }
}
