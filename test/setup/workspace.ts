// A Marque with one workspace and its callers.
import { startService, type Caller, type Person, type Place, type TestService } from './service.ts';

interface Key {
  id: string;
  key: string;
}

export interface StartedWorkspace {
  marque: TestService;
  place: Place;
  /** The stranger's workspace, in another organization. */
  elsewhere: Place;
  /** A person with write on the workspace. */
  editor: Person;
  asEditor: { cookie: string };
  /** Keys of the workspace, each with the scope it is named after. */
  reader: Key;
  proposer: Key;
  writer: Key;
  admin: Key;
  /** A key with admin on another organization's workspace. */
  stranger: Key;
}

/**
 * Starts a Marque with a workspace, a caller of every kind in it, and a stranger. Close `marque` in the file's
 * `afterAll`.
 */
export async function startWithWorkspace(env: Record<string, string> = {}): Promise<StartedWorkspace> {
  const marque = await startService(env);
  const place = await marque.makePlace();
  const elsewhere = await marque.makePlace();
  const editor = await marque.makeMember(place, 'write', { name: 'Edda Editor' });
  return {
    marque,
    place,
    elsewhere,
    editor,
    asEditor: { cookie: editor.cookie },
    reader: await marque.makeKey(place, 'read'),
    proposer: await marque.makeKey(place, 'propose'),
    writer: await marque.makeKey(place, 'write'),
    admin: await marque.makeKey(place, 'admin'),
    stranger: await marque.makeKey(elsewhere, 'admin'),
  };
}

/** Starts a Marque with the organization Acme and the person who administers it. */
export async function startWithOrganization(
  env: Record<string, string> = {},
): Promise<{ marque: TestService; place: Place; admin: Person }> {
  const marque = await startService(env);
  const place = await marque.makePlace('Acme');
  return { marque, place, admin: await marque.makeAdmin(place, 'Ada Admin') };
}

/** Defines custom fields; fails if one is refused. */
export async function defineFields(
  marque: TestService,
  as: Caller,
  ...fields: { key: string; label: string; type: string; options?: string[]; required?: boolean }[]
): Promise<void> {
  for (const body of fields) {
    const reply = await marque.call('POST', '/api/v1/fields', { as, body });
    if (reply.status !== 201) throw new Error(`Not defined: ${JSON.stringify(reply.body)}`);
  }
}
