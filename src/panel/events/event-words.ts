// Events as sentences. An event without a phrase here is described by its type, so none is left out.
import type { Activity } from '../../core/events/activity.ts';
import type { ReactNode } from 'react';
import type { Scope } from '../../core/access/ladder.ts';
import type { PlainKey, WordKey } from '../../words/keys.ts';
import { abilityWords } from '../access/access-words.ts';
import type { Translate, Words } from '../words/words.tsx';

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

const kinds: Readonly<Record<string, PlainKey>> = {
  asset: 'events:kindAsset',
  brand: 'events:kindBrand',
  collection: 'events:kindCollection',
  workspace: 'events:kindWorkspace',
  organization: 'events:kindOrganization',
  portal: 'events:kindPortal',
  site: 'events:kindSite',
  share: 'events:kindShare',
  group: 'events:kindGroup',
  person: 'events:kindPerson',
  field: 'events:kindField',
  key: 'events:kindKey',
  webhook: 'events:kindWebhook',
};

/** What people call a kind of record; those of other modules go by their own name. */
function kindOf(kind: string, t: Translate): string {
  const key = kinds[kind];
  return key ? t(key) : kind.replaceAll('-', ' ');
}

/** The event's target, by name if it has one. */
function targetOf({ target, detail }: EventEntry, t: Translate): string {
  const name = text(target?.name) ?? text(detail.name) ?? text(detail.filename);
  return name ?? (target ? t('events:some', { kind: kindOf(target.kind, t) }) : '');
}

const scopeKeys = {
  read: 'events:scopeRead',
  propose: 'events:scopePropose',
  write: 'events:scopeWrite',
  admin: 'events:scopeAdmin',
} as const satisfies Record<Scope, PlainKey>;

function scopeOf(state: State, t: Translate): string {
  const scope = state?.scope;
  const known = typeof scope === 'string' && scope in scopeKeys;
  return t(known ? scopeKeys[scope as Scope] : 'events:something');
}

function placeOf({ detail }: EventEntry, t: Translate): string {
  const [resource, name] = [text(detail.resource), text(detail.label)];
  const kind = resource && kindOf(resource, t);
  return kind && name ? t('events:placeNamed', { kind, name }) : (kind ?? name ?? '');
}

const sentences = {
  'asset.change_proposed': 'events:changeProposed',
  'asset.change_rejected': 'events:changeRejected',
  'asset.change_withdrawn': 'events:changeWithdrawn',
  'proposal.accepted_in_stage': 'events:stageAccepted',
  'proposal.rejected_in_stage': 'events:stageRejected',
  'proposal.stages_restarted': 'events:stagesRestarted',
  'proposal.accepted_automatically': 'events:acceptedAutomatically',
  'proposal.left_to_review': 'events:leftToReview',
  'proposal.auto_accept_stopped': 'events:autoAcceptStopped',
  'brand.commented': 'events:pageCommented',
  'brand.comment_replied': 'events:pageReplied',
  'brand.comment_resolved': 'events:pageResolved',
  'brand.comment_reopened': 'events:pageReopened',
  'brand.comment_deleted': 'events:pageCommentDeleted',
  'comment.created': 'events:commented',
  'comment.replied': 'events:commentReplied',
  'comment.edited': 'events:commentEdited',
  'comment.resolved': 'events:commentResolved',
  'comment.reopened': 'events:commentReopened',
  'comment.deleted': 'events:commentDeleted',
  'account.signed_in': 'events:signedIn',
  'account.sign_in_failed': 'events:signInFailed',
  'account.created': 'events:accountCreated',
  'account.deleted': 'events:accountDeleted',
  'account.password_set': 'events:passwordSet',
  'grant.given': 'events:grantGiven',
  'grant.changed': 'events:grantChanged',
  'grant.taken': 'events:grantTaken',
  'key.created': 'events:keyCreated',
  'key.revoked': 'events:keyRevoked',
  'asset.made_current': 'events:madeCurrent',
  'asset.link_signed': 'events:linkSigned',
  'asset.use_reported': 'events:useReported',
  'asset.use_removed': 'events:useRemoved',
  'asset.suggestions_changed': 'events:suggestionsChanged',
  'brand.pages_changed': 'events:pagesChanged',
  'brand.rules_changed': 'events:rulesChanged',
  'brand.theme_changed': 'events:themeChanged',
  'brand.published': 'events:brandPublished',
  'brand.imported': 'events:brandImported',
  'brand.version_named': 'events:versionNamed',
  'brand.source_connected': 'events:sourceConnected',
  'brand.source_disconnected': 'events:sourceDisconnected',
  'collection.assets_changed': 'events:collectionChanged',
  'search.saved': 'events:searchSaved',
  'site.deployed': 'events:deployed',
  'site.deploy_failed': 'events:deployFailed',
  'site.live': 'events:wentLive',
  'site.restored': 'events:siteRestored',
  'site.taken_down': 'events:siteTakenDown',
  'site.shared': 'events:siteShared',
  'site.domain_added': 'events:domainAdded',
  'site.domain_removed': 'events:domainRemoved',
  'site.domain_verified': 'events:domainVerified',
  'site.domain_failed': 'events:domainFailed',
  'portal.domain_added': 'events:domainAdded',
  'portal.domain_removed': 'events:domainRemoved',
  'portal.domain_verified': 'events:domainVerified',
  'portal.domain_failed': 'events:domainFailed',
  'portal.requested': 'events:portalRequested',
  'portal.request_approved': 'events:requestApproved',
  'portal.request_denied': 'events:requestDenied',
  'webhook.disabled': 'events:webhookDisabled',
  'webhook.secret_rotated': 'events:webhookRotated',
  'setting.changed': 'events:settingChanged',
} as const satisfies Record<string, WordKey>;

/** What happened to an asset that is used elsewhere, by its reason. */
const attentions = {
  archived: 'events:attentionArchived',
  deleted: 'events:attentionDeleted',
  superseded: 'events:attentionSuperseded',
  expiring: 'events:attentionExpiring',
  expired: 'events:attentionExpired',
} as const satisfies Record<string, WordKey>;

/** What happens to records of any kind, by the second part of the type. */
const changes = {
  created: 'events:didCreated',
  changed: 'events:didChanged',
  deleted: 'events:didDeleted',
  closed: 'events:didClosed',
  restored: 'events:didRestored',
  approved: 'events:didApproved',
  rejected: 'events:didRejected',
  proposed: 'events:didProposed',
  archived: 'events:didArchived',
  purged: 'events:didPurged',
} as const satisfies Record<string, WordKey>;

type Sentence =
  | (typeof sentences)[keyof typeof sentences]
  | (typeof attentions)[keyof typeof attentions]
  | (typeof changes)[keyof typeof changes];

function sentenceFor({ type, target, actor, detail }: EventEntry): Sentence | 'events:grantKept' | null {
  if (type === 'grant.given' && target?.id === actor.id) return 'events:grantKept';
  if (type === 'asset.attention' && String(detail.reason) in attentions)
    return attentions[detail.reason as keyof typeof attentions];
  if (type in sentences) return sentences[type as keyof typeof sentences];
  const verb = type.split('.')[1] ?? '';
  return verb in changes ? changes[verb as keyof typeof changes] : null;
}

/** How a sentence draws who did something, and to what: the latter is given its name. */
export interface Drawing {
  actor: ReactNode;
  target?: ((name: string) => ReactNode) | undefined;
}

/** What happened, as one sentence. */
export function sentenceOf(event: EventEntry, { actor, target }: Drawing, { t, rich }: Words): ReactNode {
  const [noun = '', verb = ''] = event.type.split('.');
  const name = targetOf(event, t);
  const values = {
    actor,
    target: target && name !== '' ? target(name) : name,
    kind: kindOf(noun, t),
    place: placeOf(event, t),
    before: scopeOf(event.before, t),
    after: scopeOf(event.after, t),
    guest: text(event.detail.email) ?? t('events:guest'),
    setting: text(event.detail.key) ?? '',
    host: text(event.detail.host) ?? '',
    agent: text((event.detail.agent as { name?: unknown } | undefined)?.name) ?? '',
    stage: text((event.detail.stage as { name?: unknown } | undefined)?.name) ?? '',
  };
  const key = sentenceFor(event);
  if (key) return rich(key, values);
  return rich('events:other', { ...values, verb: verb.replaceAll('_', ' ') });
}

/** Properties that have a word. */
const properties: Readonly<Partial<Record<string, PlainKey>>> = {
  name: 'ui:name',
  label: 'ui:name',
  slug: 'properties:slug',
  scope: 'access:scope',
  email: 'shell:email',
  status: 'records:status',
  private: 'records:private',
  key: 'records:key',
  type: 'fields:type',
  options: 'fields:options',
  expiresAt: 'shares:expires',
  members: 'records:people',
};

/** What a property is called; those without a word by their own name: "Allow downloads". */
export function propertyWords(name: string, t: Translate): string {
  const key = properties[name];
  if (key) return t(key);
  const own = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
  return own.charAt(0).toUpperCase() + own.slice(1);
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a value says something: empty lists and IDs don't. */
export const saysSomething = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : !(typeof value === 'string' && uuid.test(value));

/** A value in one line of text. */
export function valueWords(value: unknown, t: Translate): string {
  if (value === null || value === undefined || value === '') return t('events:nothing');
  if (typeof value === 'boolean') return t(value ? 'events:yes' : 'events:no');
  if (Array.isArray(value))
    return value.length === 0 ? t('events:nothing') : value.map((one) => valueWords(one, t)).join(', ');
  if (typeof value === 'object') {
    const named = (value as { name?: unknown }).name;
    return typeof named === 'string'
      ? named
      : Object.entries(value)
          .filter(([, inner]) => saysSomething(inner))
          .map(([key, inner]) =>
            t('merge:listed', { name: propertyWords(key, t), value: valueWords(inner, t) }),
          )
          .join('; ');
  }
  const words = typeof value === 'string' ? value : JSON.stringify(value);
  return words in abilityWords ? t(abilityWords[words as keyof typeof abilityWords].label) : words;
}
