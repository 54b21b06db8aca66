// Events as sentences. An event without a phrase here is described by its type, so none is left out.
import type { Activity } from '../../core/events/activity.ts';
import { abilityLabels, scopeLabels } from '../access/access-words.ts';

type State = Record<string, unknown> | null;

/** An entry of the activity feed or the audit log. */
export interface EventEntry {
  id: number;
  at: string;
  type: string;
  actor: { kind: string; id: string | null; name: string };
  target: { kind: string; id: string; name?: string | null } | null;
  workspace?: { id: string; name: string | null } | null;
  before: State;
  after: State;
  detail: Record<string, unknown>;
  /** Of an asset that still exists. */
  media?: Activity['media'];
}

export const fromActivity = (entry: Activity): EventEntry => ({
  ...entry,
  target: entry.subject,
  before: null,
  after: null,
});

export const isEmptyState = (state: State): boolean => state === null || Object.keys(state).length === 0;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The event's target, by name if it has one. */
function targetOf({ target, detail }: EventEntry): string {
  return (
    text(target?.name) ?? text(detail.name) ?? text(detail.filename) ?? (target ? `a ${target.kind}` : '')
  );
}

function scopeOf(state: State): string {
  const scope = state?.scope;
  return typeof scope === 'string' && scope in scopeLabels
    ? scopeLabels[scope as keyof typeof scopeLabels].toLowerCase()
    : 'something';
}

const place = ({ detail }: EventEntry): string =>
  [text(detail.resource), text(detail.label)].filter((word) => word !== null).join(' ');

const phrases: Record<string, (event: EventEntry) => string> = {
  'asset.change_proposed': (event) => `proposed a change to ${targetOf(event)}`,
  'asset.change_rejected': (event) => `rejected a proposed change to ${targetOf(event)}`,
  'asset.change_withdrawn': (event) => `withdrew a proposed change to ${targetOf(event)}`,
  'brand.commented': (event) => `commented on a page of ${targetOf(event)}`,
  'brand.comment_replied': (event) => `replied to a comment on a page of ${targetOf(event)}`,
  'brand.comment_resolved': (event) => `resolved a comment on a page of ${targetOf(event)}`,
  'brand.comment_reopened': (event) => `reopened a comment on a page of ${targetOf(event)}`,
  'brand.comment_deleted': (event) => `deleted a comment on a page of ${targetOf(event)}`,
  'comment.created': (event) => `commented on ${targetOf(event)}`,
  'comment.replied': (event) => `replied to a comment on ${targetOf(event)}`,
  'comment.edited': (event) => `edited a comment on ${targetOf(event)}`,
  'comment.resolved': (event) => `resolved a comment on ${targetOf(event)}`,
  'comment.reopened': (event) => `reopened a comment on ${targetOf(event)}`,
  'comment.deleted': (event) => `deleted a comment on ${targetOf(event)}`,
  'account.signed_in': () => 'signed in',
  'account.sign_in_failed': (event) => `tried to sign in as ${targetOf(event)} with a wrong password`,
  'account.created': () => 'created an account',
  'account.deleted': (event) => `removed ${targetOf(event)}, who was deleted in the app`,
  'account.password_set': (event) => `set the password of ${targetOf(event)}`,
  'grant.given': (event) =>
    event.target?.id === event.actor.id
      ? `kept ${scopeOf(event.after)} on ${place(event)}`
      : `gave ${targetOf(event)} ${scopeOf(event.after)} on ${place(event)}`,
  'grant.changed': (event) =>
    `changed the access of ${targetOf(event)} to ${place(event)} from ${scopeOf(event.before)} to ${scopeOf(event.after)}`,
  'grant.taken': (event) => `revoked ${scopeOf(event.before)} on ${place(event)} from ${targetOf(event)}`,
  'key.created': (event) => `created the key ${targetOf(event)} with ${scopeOf(event.after)}`,
  'key.revoked': (event) => `revoked the key ${targetOf(event)}`,
  'asset.made_current': (event) => `made another version of ${targetOf(event)} the current one`,
  'asset.link_signed': (event) => `made a download link for ${targetOf(event)}`,
  'brand.published': (event) => `published the brand ${targetOf(event)}`,
  'brand.imported': (event) => `imported the brand ${targetOf(event)} from its files`,
  'brand.version_named': (event) => `named a version of the brand ${targetOf(event)}`,
  'brand.source_connected': (event) => `connected the brand ${targetOf(event)} to a repository`,
  'brand.source_disconnected': (event) => `disconnected the brand ${targetOf(event)} from its repository`,
  'collection.assets_changed': (event) => `changed what’s in the collection ${targetOf(event)}`,
  'search.saved': (event) => `saved the search ${targetOf(event)}`,
  'site.deployed': (event) => `deployed to ${targetOf(event)}`,
  'site.deploy_failed': (event) => `couldn’t put a deployment of ${targetOf(event)} live`,
  'site.live': (event) => `put a deployment of ${targetOf(event)} live`,
  'site.restored': (event) => `restored an earlier deployment of ${targetOf(event)}`,
  'site.shared': (event) => `changed who can visit the site ${targetOf(event)}`,
  'portal.requested': (event) => `requested access to ${targetOf(event)}`,
  'portal.request_approved': (event) =>
    `gave ${text(event.detail.email) ?? 'a guest'} access to ${targetOf(event)}`,
  'portal.request_denied': (event) =>
    `denied ${text(event.detail.email) ?? 'a guest'} access to ${targetOf(event)}`,
  'setting.changed': (event) => `changed the setting ${text(event.detail.key) ?? ''}`,
};

const verbs: Record<string, string> = {
  created: 'created',
  changed: 'changed',
  deleted: 'deleted',
  closed: 'closed',
  restored: 'restored',
  approved: 'approved',
  rejected: 'rejected',
  proposed: 'proposed',
  archived: 'archived',
  purged: 'permanently deleted',
};

/** What the actor did, to follow their name. */
export function sentenceOf(event: EventEntry): string {
  const phrase = phrases[event.type];
  if (phrase) return phrase(event);
  const [noun = '', verb = ''] = event.type.split('.');
  const name = targetOf(event);
  const known = verbs[verb];
  if (known) return `${known} the ${noun.replaceAll('-', ' ')} ${name}`.trim();
  return `${noun}: ${verb.replaceAll('_', ' ')}${name === '' ? '' : ` · ${name}`}`;
}

/** A value in one line of text. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(valueWords).join(', ');
  if (typeof value === 'object') {
    const named = (value as { name?: unknown }).name;
    return typeof named === 'string'
      ? named
      : Object.entries(value)
          .map(([key, inner]) => `${key}: ${valueWords(inner)}`)
          .join('; ');
  }
  const words = typeof value === 'string' ? value : JSON.stringify(value);
  return words in abilityLabels ? abilityLabels[words as keyof typeof abilityLabels] : words;
}
