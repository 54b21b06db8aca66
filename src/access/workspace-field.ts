// The workspace of a thing: set once when it is made, from the one the person works in, and asked for there.
import type { CollectionBeforeValidateHook, Field, PayloadRequest } from 'payload';
import { serviceOf } from '../service.ts';
import { actorIn, callerOfUser, demand } from './actor.ts';
import type { Ability, Scope } from './ladder.ts';
import { forDoor } from './panel-errors.ts';
import { reach } from './reach.ts';

export const workspaceCookie = 'mq_workspace';

export const workspaceField: Field = {
  name: 'workspace',
  type: 'relationship',
  relationTo: 'workspaces',
  required: true,
  index: true,
  access: { update: () => false },
  admin: { position: 'sidebar', readOnly: true, condition: (data) => Boolean(data.id) },
};

/** The value of a cookie; null where there is none. */
export function cookieOf(headers: Headers, name: string): string | null {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

/** The workspace that the person of a panel request works in: the one remembered, else the first they can open. */
export async function currentWorkspace(req: PayloadRequest): Promise<string | null> {
  const caller = callerOfUser(req);
  if (caller.kind !== 'person') return null;
  const reached = await reach(
    serviceOf(req.payload).db,
    { kind: 'session', userId: caller.id, sessionId: caller.sessionId },
    'workspace',
    { asked: null, remembered: cookieOf(req.headers, workspaceCookie) },
  );
  return reached?.access.id ?? null;
}

/** A hook that puts a new thing into a workspace and asks for the scope there. */
export function inWorkspace(scope: Scope, ability?: Ability): CollectionBeforeValidateHook {
  return async ({ data, operation, req, collection, originalDoc }) => {
    const { trusted } = await actorIn(req);
    if (trusted) return data;
    try {
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
    } catch (error) {
      throw forDoor(req, error, collection.slug);
    }
  };
}

/** The id of a relationship, whether Payload filled it in or not. */
export function workspaceIdOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string')
    return value.id;
  return null;
}
