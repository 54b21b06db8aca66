// The types of events there are, for whoever chooses some. Types aren't declared where they're recorded: a test compares this list with
// what the sources record.
import { z } from 'zod';
import { grantableKinds } from '../core/access/grantable.ts';
import { resourceNames } from '../core/access/resources.ts';
import type { AnyOperation } from '../core/operation.ts';
import { otherNameOf } from '../core/events/feed/event-types.ts';
import { GivenUp } from '../core/events/given-up.ts';
import type { Service } from '../core/service.ts';
import { readerOf } from './event-body.ts';

/** By the first part of the type. Kinds of proposals of brands and of modules add their own: `brand.rule_proposed`. */
export const happenings: Readonly<Record<string, readonly string[]>> = {
  account: [
    'created',
    'deleted',
    'password_set',
    'renamed',
    'reset_asked',
    'session_ended',
    'sign_in_failed',
    'signed_in',
  ],
  agent: ['allowed'],
  asset: [
    'approved',
    'archived',
    'attention',
    'change_proposed',
    'change_rejected',
    'change_withdrawn',
    'changed',
    'created',
    'deleted',
    'link_signed',
    'made_current',
    'proposed',
    'purged',
    'rejected',
    'restored',
    'returned_to_draft',
    'suggestions_changed',
    'use_removed',
    'use_reported',
  ],
  brand: [
    'changed',
    'comment_deleted',
    'comment_reopened',
    'comment_replied',
    'comment_resolved',
    'commented',
    'copied',
    'created',
    'deleted',
    'imported',
    'pages_changed',
    'published',
    'restored',
    'rules_changed',
    'source_connected',
    'source_disconnected',
    'theme_changed',
    'version_named',
  ],
  collection: ['assets_changed', 'changed', 'created', 'deleted'],
  comment: ['created', 'deleted', 'edited', 'reopened', 'replied', 'resolved'],
  field: ['changed', 'created', 'deleted'],
  grant: ['changed', 'given', 'taken'],
  group: ['changed', 'created', 'deleted'],
  invitation: ['changed', 'created', 'resent', 'taken', 'withdrawn'],
  job: ['failed'],
  key: ['created', 'revoked'],
  organization: ['changed', 'created', 'deleted'],
  person: ['removed'],
  portal: [
    'changed',
    'closed',
    'created',
    'deleted',
    'domain_added',
    'domain_failed',
    'domain_removed',
    'domain_verified',
    'request_approved',
    'request_denied',
    'requested',
    'shared',
  ],
  proposal: [
    'accepted_automatically',
    'accepted_in_stage',
    'auto_accept_stopped',
    'decided',
    'left_to_review',
    'rejected_in_stage',
    'stages_restarted',
  ],
  search: ['deleted', 'saved'],
  setting: ['changed'],
  share: ['changed', 'created', 'revoked'],
  site: [
    'changed',
    'created',
    'deleted',
    'deploy_failed',
    'deployed',
    'domain_added',
    'domain_failed',
    'domain_removed',
    'domain_verified',
    'live',
    'overtaken',
    'restored',
    'shared',
    'taken_down',
  ],
  webhook: ['changed', 'created', 'deleted', 'disabled', 'secret_rotated', 'test'],
  workspace: ['changed', 'created', 'deleted'],
};

/** The resource of events whose types begin with something else; null: one of several kinds. */
const about: Readonly<Record<string, string | null>> = {
  account: 'person',
  agent: 'workspace',
  comment: 'asset',
  grant: null,
  proposal: null,
  'proposal.decided': 'proposal',
  setting: null,
};

function resourceOf(kind: string, happened: string): string | null {
  const resource = about[`${kind}.${happened}`] ?? about[kind];
  return resource === undefined ? kind : resource;
}

/** Of records of modules. */
const ofRecords = ['changed', 'created', 'deleted'];

export interface EventTypes {
  types: { type: string; resource: string | null; aliases: string[] }[];
  /** By resource: the JSON Schema of `data`. */
  schemas: Record<string, Record<string, unknown>>;
}

/** `data` of events whose resource has no operation that returns it. */
const idAlone = z.object({ id: z.uuid() });

/** `data` of events that say themselves what became of the resource. */
const saidByEvents: Readonly<Record<string, z.ZodType>> = { job: idAlone.extend(GivenUp.shape) };

function dataSchema(reader: AnyOperation | null): z.ZodType {
  const output = reader?.output;
  const shape = output instanceof z.ZodObject ? (output.shape as Record<string, unknown>) : {};
  return shape.data instanceof z.ZodType ? shape.data : (output ?? idAlone);
}

/** As properties, also where zod only names one of the definitions. */
function schemaOf(service: Service, kind: string): Record<string, unknown> {
  const schema = saidByEvents[kind] ?? dataSchema(readerOf(service, kind));
  const { $ref, ...drawn } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  if ($ref === undefined) return drawn;
  return { ...drawn.$defs?.[$ref.replace('#/$defs/', '')], ...drawn };
}

/** What has a scope ladder of its own can come into reach, and go out of it. */
function typesOf(): [kind: string, happened: string][] {
  const own = new Set(grantableKinds().map(({ name }) => name));
  const records = resourceNames().filter((name) => !own.has(name) && !(name in happenings));
  const reached = new Set([...own, ...records]);
  return [...Object.entries(happenings), ...records.map((name) => [name, ofRecords] as const)]
    .flatMap(([kind, happened]) =>
      [...happened, ...(reached.has(kind) ? ['access_changed'] : [])].map((one): [string, string] => [
        kind,
        one,
      ]),
    )
    .toSorted(([one, first], [other, second]) => one.localeCompare(other) || first.localeCompare(second));
}

const known = new WeakMap<Service, EventTypes>();

export function eventTypes(service: Service): EventTypes {
  let all = known.get(service);
  if (!all) {
    const types = typesOf().map(([kind, happened]) => ({
      type: `${kind}.${happened}`,
      resource: resourceOf(kind, happened),
      aliases: [otherNameOf(`${kind}.${happened}`)].flatMap((name) => name ?? []),
    }));
    const resources = [...new Set(types.flatMap(({ resource }) => resource ?? []))];
    all = { types, schemas: Object.fromEntries(resources.map((kind) => [kind, schemaOf(service, kind)])) };
    known.set(service, all);
  }
  return all;
}
