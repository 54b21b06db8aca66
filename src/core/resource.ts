// A module's own records on the scope ladder: a collection whose rows belong to a workspace, can be private, and take grants of their
// own. `marque.resources` has a row for each of them, which a trigger keeps: grants, the access report and proposals read it, and so
// know no kind by name.
import type { CollectionAfterChangeHook, CollectionConfig, Payload, PayloadRequest, Where } from 'payload';
import { snakeCase } from './collection-names.ts';
import { actorIn, demand } from './access/actor.ts';
import { recordsOf } from './access/grantable.ts';
import { demandResourceName, registerResource } from './access/resources.ts';
import { panelErrors } from './access/payload/panel-errors.ts';
import type { ReportedKind } from './access/reported.ts';
import type { Target, TargetKind } from './access/targets.ts';
import { accessible, canBePrivate, somewhere } from './access/payload/where.ts';
import { demandShare, isWidened } from './access/grants/widening.ts';
import {
  inWorkspace,
  panelList,
  privateField,
  workspaceField,
  workspaceIdOf,
} from './access/payload/workspace-field.ts';
import { readable } from './access/readable.ts';
import { asSeen, seenBy, seenByValues } from './access/caller-values.ts';
import { takeContributions } from './contributions.ts';
import { statement, statementFor, type Db } from './db/pool.ts';
import { beforeAndAfter, changesOf, givenAndStored } from './events/changes.ts';
import { keepMaker } from './events/keep-maker.ts';
import { record } from './events/record.ts';
import { registerEventSubjects } from './events/subjects.ts';
import type { Module } from './module.ts';
import type { Context } from './operation.ts';

export interface ResourceOptions {
  /** In grants, events (`campaign.created`) and addresses: lowercase letters, digits and underscores. It is stored: don't change it. */
  name: string;
  /**
   * The collection, with its own fields. The workspace, the private flag and the list of who has access come with it, and so do access
   * and events. Its `admin.useAsTitle` names the field with a record's name; `name` unless set.
   */
  collection: CollectionConfig;
}

export interface ModuleResource {
  name: string;
  collection: CollectionConfig;
  /** The column with a record's name. */
  nameColumn: string;
  /** The table, in SQL. */
  table: string;
  /** One of them, as the target of an operation. */
  target(id: string): Target;
  /** The target of an operation whose path has its id, as `{id}` unless named otherwise. */
  byPath(parameter?: string): (raw: { path: Record<string, string> }) => Target;
  /** The records with these IDs, in that order; missing ones are left out. Access isn't checked. */
  find(payload: Payload, ids: readonly string[]): Promise<ResourceRecord[]>;
  /** Through Payload, in the transaction of `req`, so that the collection's hooks run. Access isn't checked; the same for `update`. */
  create(req: PayloadRequest, workspaceId: string, data: Record<string, unknown>): Promise<ResourceRecord>;
  update(req: PayloadRequest, id: string, data: Record<string, unknown>): Promise<ResourceRecord>;
}

export interface ResourceRecord {
  id: string;
  [field: string]: unknown;
}

/** Payload's Local API for a collection that its generated types can't know. */
interface Records {
  find(options: {
    collection: string;
    where: Where;
    pagination: false;
    depth: 0;
  }): Promise<{ docs: ResourceRecord[] }>;
  create(options: {
    collection: string;
    data: object;
    req: PayloadRequest;
    depth: 0;
  }): Promise<ResourceRecord>;
  update(options: {
    collection: string;
    id: string;
    data: object;
    req: PayloadRequest;
    depth: 0;
  }): Promise<ResourceRecord>;
}
const recordsIn = (payload: Payload): Records => payload as unknown as Records;

interface Stored {
  id: string;
  workspace: unknown;
  private?: boolean | null;
  [field: string]: unknown;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Records the change, and keeps a grant for whoever makes a record private. */
function afterChange(name: string, title: string, fields: readonly string[]): CollectionAfterChangeHook {
  return async ({ req, ...written }) => {
    const { before, after } = beforeAndAfter<Stored>(written);
    const workspaceId = workspaceIdOf(after.workspace) ?? '';
    const label = textOf(after[title]);
    if (after.private && !before?.private)
      await keepMaker(req, {
        resource: name,
        resourceId: after.id,
        label,
        workspaceId,
        scope: 'write',
        wasThere: before !== null,
      });
    const event = { workspaceId, subject: { kind: name, id: after.id } };
    if (!before) {
      await record(req, { ...event, type: `${name}.created`, detail: { name: label } });
      return after;
    }
    const changes = changesOf(before, after, fields);
    if (changes) await record(req, { ...event, type: `${name}.changed`, detail: { name: label, changes } });
    return after;
  };
}

/** The hooks of a resource, before those that the collection brings. */
function hooksOf(
  name: string,
  title: string,
  { fields, hooks }: CollectionConfig,
): CollectionConfig['hooks'] {
  const watched = fields.flatMap((field) => ('name' in field && field.type !== 'join' ? [field.name] : []));
  return {
    ...hooks,
    beforeValidate: [inWorkspace('write'), ...(hooks?.beforeValidate ?? [])],
    beforeChange: [
      panelErrors(async (writing) => {
        const { given, before } = givenAndStored<Stored>(writing);
        if (before && isWidened(before, given))
          await demandShare(writing.req, { [name]: before.id }, `this ${name}`);
        return given;
      }),
      ...(hooks?.beforeChange ?? []),
    ],
    afterChange: [afterChange(name, title, [...watched, 'private']), ...(hooks?.afterChange ?? [])],
    beforeDelete: [
      panelErrors(async ({ req, id }) => {
        const actor = await actorIn(req, { [name]: String(id) });
        if (!actor.system) demand(actor.access, 'write', 'delete', `this ${name}`);
      }),
      ...(hooks?.beforeDelete ?? []),
    ],
    afterDelete: [
      async ({ req, doc }) => {
        const { id, workspace, [title]: label } = doc as Stored;
        await record(req, {
          type: `${name}.deleted`,
          workspaceId: workspaceIdOf(workspace),
          subject: { kind: name, id },
          detail: { name: textOf(label) },
        });
      },
      ...(hooks?.afterDelete ?? []),
    ],
  };
}

/** The collection with what every resource has. */
function withAccess(name: string, collection: CollectionConfig, title: string): CollectionConfig {
  const visible = canBePrivate({ kind: { name }, privacy: 'private' });
  return {
    ...collection,
    // The panel calls the kind by the collection's labels, such as in the filter of the activity.
    ...panelList({
      useAsTitle: title,
      ...collection.admin,
      custom: { ...collection.admin?.custom, marqueKind: name },
    }),
    access: {
      read: accessible(visible, 'read'),
      update: accessible(visible, 'write'),
      create: somewhere('write'),
      delete: accessible(visible, 'write'),
    },
    hooks: hooksOf(name, title, collection),
    fields: [
      ...collection.fields,
      workspaceField,
      privateField,
      {
        name: 'reach',
        type: 'ui',
        admin: {
          disableListColumn: true,
          components: { Field: 'marque/client-components#WhoCanReach' },
        },
      },
    ],
  };
}

/**
 * Declares a module's own records on the scope ladder. List it in the module's `resources`.
 *
 * @throws Error for a name that can't be used.
 */
export function defineResource({ name, collection }: ResourceOptions): ModuleResource {
  demandResourceName(name);
  const title = collection.admin?.useAsTitle ?? 'name';
  const { slug } = collection;
  const target = (id: string): Target => ({ [name]: id });
  return {
    name,
    collection: withAccess(name, collection, title),
    nameColumn: snakeCase(title),
    table: `payload.${snakeCase(slug)}`,
    target,
    byPath:
      (parameter = 'id') =>
      ({ path }) =>
        target(path[parameter] ?? ''),
    find: async (payload, ids) => {
      if (ids.length === 0) return [];
      const where = { id: { in: ids.join(',') } };
      const { docs } = await recordsIn(payload).find({
        collection: slug,
        where,
        pagination: false,
        depth: 0,
      });
      const byId = new Map(docs.map((one) => [one.id, one]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
    create: (req, workspaceId, data) =>
      recordsIn(req.payload).create({
        collection: slug,
        data: { ...data, workspace: workspaceId },
        req,
        depth: 0,
      }),
    update: (req, id, data) => recordsIn(req.payload).update({ collection: slug, id, data, req, depth: 0 }),
  };
}

takeContributions('resources', ({ name }) => {
  registerResource(name);
  // Whoever can read a record sees its events. Of one that is gone nobody knows whether it was private: only admins do.
  registerEventSubjects({ [name]: 'admin' });
});

const rowsOf = (name: string): string =>
  `marque.resources x join payload.workspaces w on w.id = x.workspace_id and x.kind = '${name}'`;

const targetKindOf = ({ name, table }: ModuleResource): TargetKind => ({
  sql: `select x.id, x.workspace_id, w.organization_id, x.private, false as deleted from ${rowsOf(name)} where x.id = $target`,
  table,
});

const reportedKindOf = ({ name }: ModuleResource): ReportedKind => ({
  from: rowsOf(name),
  name: 'x.name',
  accessOn: name,
  accessId: 'x.id',
  grants: { resource: name, name: 'x.name' },
  named: 'x.id::text = lower($slug)',
});

const isFollowed = statement(
  'resources:followed',
  `select 1 from pg_trigger where tgrelid = to_regclass($1) and tgname = 'marque_resource'`,
);

/** Makes `marque.resources` follow the table, with what is in it already. */
async function follow(db: Db, { name, table, nameColumn }: ModuleResource): Promise<void> {
  const [named] = await db.query<{ table: string }>(`select '${table}'::regclass::text as table`);
  if ((await db.query(isFollowed, [named?.table ?? ''])).length > 0) return;
  await db.query(
    `create or replace trigger marque_resource after insert or update or delete on ${table} for each row execute function marque.follow_resource('${name}', '${nameColumn}')`,
  );
  await db.query(
    `insert into marque.resources (id, kind, workspace_id, name, private)
     select x.id, '${name}', x.workspace_id, coalesce(x.${nameColumn}, ''), coalesce(x.private, false) from ${table} x on conflict (id) do nothing`,
  );
}

const byName = <Value>(
  resources: readonly ModuleResource[],
  valueOf: (resource: ModuleResource) => Value,
): Record<string, Value> => Object.fromEntries(resources.map((one) => [one.name, valueOf(one)]));

/** A module with what its resources bring: collections, targets, the access report, and deletion with their workspace. */
export function withResources(module: Module): Module {
  const { resources = [], collections = [] } = module;
  if (resources.length === 0) return module;
  return {
    ...module,
    collections: (options) => [
      ...(typeof collections === 'function' ? collections(options) : collections),
      ...resources.map(({ collection }) => collection),
    ],
    targets: { ...module.targets, ...byName(resources, targetKindOf) },
    reported: { ...module.reported, ...byName(resources, reportedKindOf) },
    start: async (service, connection) => {
      for (const resource of resources) await follow(service.db, resource);
      return (await module.start?.(service, connection)) ?? (() => undefined);
    },
    onWorkspaceDelete: async (db, workspaceIds) => {
      const counted = await module.onWorkspaceDelete?.(db, workspaceIds);
      const removed: Record<string, number> = {};
      for (const { table, collection } of resources.toReversed()) {
        const [rows] = await db.query<{ count: number }>(
          `with gone as (delete from ${table} where workspace_id = any($1::uuid[]) returning id) select count(*) as count from gone`,
          [workspaceIds],
        );
        removed[collection.slug] = rows?.count ?? 0;
      }
      return { ...removed, ...counted };
    },
  };
}

const recordsSeen = statementFor(
  'resources:seen',
  (name) => `${seenBy} select x.id from ${asSeen} cross join marque.resources x
      where x.workspace_id = t.id and x.kind = '${name}' and ${readable(recordsOf(name), 'x')} order by x.name, x.id`,
);

/** The IDs of the records in a workspace that the caller can read, for lists; by name. */
export async function visibleIds(
  { name }: ModuleResource,
  { db, caller, access }: Pick<Context, 'db' | 'caller' | 'access'>,
): Promise<string[]> {
  const values = seenByValues(caller, access.workspaceId ?? '');
  const rows = await db.query<{ id: string }>(recordsSeen(name), values);
  return rows.map(({ id }) => id);
}
