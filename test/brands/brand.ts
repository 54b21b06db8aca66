// A workspace with its default brand, and the calls that write to it.
import type { Caller, Place, Reply, TestService } from '../setup/service.ts';

/** Creates the default brand of a workspace. @returns its id */
export async function makeDefaultBrand(marque: TestService, place: Place, name = 'Acme'): Promise<string> {
  const { id } = await marque.payload.create({
    collection: 'brands',
    data: { name, slug: 'acme', workspace: place.workspaceId, isDefault: true },
  });
  return id;
}

/** Calls with a JSON body; `done` throws if the answer isn't a success. */
export function callsAs(marque: TestService, as: Caller) {
  const call = (method: string, path: string, body?: unknown): Promise<Reply> =>
    marque.call(method, `/api/v1${path}`, { as, ...(body === undefined ? {} : { body }) });
  return {
    call,
    async done(method: string, path: string, body?: unknown): Promise<Reply> {
      const reply = await call(method, path, body);
      if (reply.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(reply.body)}`);
      return reply;
    },
  };
}

export const issuePaths = (reply: Reply): string[] =>
  (reply.body.error.detail.issues as { path: string }[]).map(({ path }) => path);

/** Events of a resource, oldest first. */
export async function eventsOf(marque: TestService, id: string): Promise<string[]> {
  const rows = await marque.service.db.query<{ type: string }>(
    'select type from marque.events where subject_id = $1 order by id',
    [id],
  );
  return rows.map(({ type }) => type);
}

export async function versionsOf(
  marque: TestService,
  brand: string,
): Promise<{ number: number; actor: string; summary: string }[]> {
  return marque.service.db.query(
    'select number, actor_name as actor, summary from marque.brand_versions where brand_id = $1 order by number',
    [brand],
  );
}
