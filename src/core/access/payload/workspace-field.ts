// The fields and lists of what belongs to a workspace. The workspace is set once on creation, from the one the person works in,
// after checking their access.
import type {
  BaseFilter,
  CheckboxField,
  CollectionBeforeValidateHook,
  CollectionConfig,
  Field,
  PayloadRequest,
  Where,
} from 'payload';
import { serviceOf } from '../../service.ts';
import { actorIn, callerOfUser, credentialOfPerson, demand } from '../actor.ts';
import { noAccess, type Access } from '../caller.ts';
import type { Ability, Scope } from '../ladder.ts';
import { panelErrors } from './panel-errors.ts';
import { authorize } from '../authorize.ts';

export const workspaceCookie = 'mq_workspace';

export const workspaceField = {
  name: 'workspace',
  type: 'relationship',
  relationTo: 'workspaces',
  required: true,
  index: true,
  access: { update: () => false },
  // Always the one that the person works in, which the menu shows.
  admin: { readOnly: true, hidden: true, condition: (data) => Boolean(data.id) },
} satisfies Field;

/** Of a record that can be private: roles from above it don't count, except admins'. */
export const privateField: CheckboxField = {
  name: 'private',
  type: 'checkbox',
  defaultValue: false,
  admin: { description: 'Only admins and people with a grant on it can see it' },
};

/** The value of a cookie; null if there is none. */
export function cookieOf(headers: Headers, name: string): string | null {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

async function accessToChoice(req: PayloadRequest): Promise<Access> {
  const caller = callerOfUser(req);
  if (caller.kind !== 'person') return noAccess;
  const reached = await authorize(serviceOf(req.payload).db, credentialOfPerson(caller), 'workspace', {
    asked: null,
    remembered: cookieOf(req.headers, workspaceCookie),
  });
  return reached?.access ?? noAccess;
}

/** The workspace of a panel request: the remembered one, otherwise the first the person can open. */
export async function currentWorkspace(req: PayloadRequest): Promise<string | null> {
  return (await accessToChoice(req)).id;
}

/** Limits the panel's lists to the current workspace. Access rules decide what's readable in it. */
export const inCurrentWorkspace: BaseFilter = async ({ req }) => {
  const { id } = await accessToChoice(req);
  return id === null ? null : { workspace: { equals: id } };
};

/** The same for grants; those on the organization have no workspace. */
export const grantsOfCurrent: BaseFilter = async ({ req }) => {
  const { id, organizationId } = await accessToChoice(req);
  if (id === null || organizationId === null) return null;
  const onOrganization: Where[] = [
    { organization: { equals: organizationId } },
    { workspace: { exists: false } },
  ];
  const either: Where[] = [{ workspace: { equals: id } }, { and: onOrganization }];
  return { or: either };
};

/** The same for records that belong to the organization. */
export const inCurrentOrganization: BaseFilter = async ({ req }) => {
  const { organizationId } = await accessToChoice(req);
  return organizationId === null ? null : { organization: { equals: organizationId } };
};

type Admin = NonNullable<CollectionConfig['admin']>;

/** Payload's form names the menu beside Save. */
function withMenuName({ components, ...admin }: Admin): Admin {
  const { beforeDocumentControls = [], ...edit } = components?.edit ?? {};
  const controls = [...beforeDocumentControls, 'marque/client-components#DocumentMenuName'];
  return { ...admin, components: { ...components, edit: { ...edit, beforeDocumentControls: controls } } };
}

/** A collection in the panel's lists: by default, the records of the current workspace. Payload keeps no versions and no locks. */
export const panelList = (admin: Admin) => ({
  admin: { baseFilter: inCurrentWorkspace, hideAPIURL: true, ...withMenuName(admin) },
  lockDocuments: false as const,
  versions: false as const,
});

/** Of a collection whose records the panel shows elsewhere: no entry in the menu, and Payload's list and forms lead to that view. */
export function productView(path: `/${string}`) {
  const Component = { path: 'marque/client-components#ProductView', clientProps: { path } };
  return {
    group: false as const,
    components: { views: { list: { Component }, edit: { root: { Component } } } },
  };
}

/** The same, with our view in place of Payload's list. */
export const productList = (component: string, path: `/${string}`) => {
  const { group, components } = productView(path);
  return { group, components: { views: { ...components.views, list: { Component: component } } } };
};

/** In place of Payload's select. */
export const choiceField = 'marque/client-components#ChoiceField';

/** The same, with a component that leads from Payload's form of a record to our view of it. */
export const productRecord = (component: string, path: `/${string}`) => {
  const { group, components } = productView(path);
  return {
    group,
    components: { views: { ...components.views, edit: { root: { Component: component } } } },
  };
};

/** A hook that assigns a new record to a workspace and checks the scope there. */
export function inWorkspace(scope: Scope, ability?: Ability): CollectionBeforeValidateHook {
  return panelErrors(async ({ data, operation, req, originalDoc }) => {
    const { trusted } = await actorIn(req);
    if (trusted) return data;
    const record = (data ?? {}) as Record<string, unknown>;
    const original = originalDoc as { id: string; workspace: unknown } | undefined;
    const workspace =
      operation === 'create'
        ? ((record.workspace as string | undefined) ?? (await currentWorkspace(req)))
        : workspaceIdOf(original?.workspace);
    if (operation === 'create') {
      const { access } = await actorIn(req, { workspace: workspace ?? '' });
      demand(access, scope, ability, 'this workspace');
      return { ...record, workspace };
    }
    if (ability)
      demand((await actorIn(req, { workspace: workspace ?? '' })).access, scope, ability, 'this workspace');
    return data;
  });
}

/** The ID of a relationship, populated or not. */
export function workspaceIdOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string')
    return value.id;
  return null;
}
