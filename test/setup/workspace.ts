// A Marque with one workspace and its callers.
import { makeCallers, type Callers, type Key } from './callers.ts';
import { startService, type Caller, type Person, type Place, type TestService } from './service.ts';

/** Adds to the callers of the workspace keys with more access, and the service itself. */
export interface StartedWorkspace extends Callers {
  marque: TestService;
  asEditor: { cookie: string };
  writer: Key;
  admin: Key;
}

/**
 * Starts a Marque with a workspace, a caller of every kind in it, and a stranger. Close `marque` in the file's
 * `afterAll`.
 */
export async function startWithWorkspace(env: Record<string, string> = {}): Promise<StartedWorkspace> {
  const marque = await startService(env);
  const callers = await makeCallers(marque);
  return {
    marque,
    ...callers,
    asEditor: { cookie: callers.editor.cookie },
    writer: await marque.makeKey(callers.place, 'write'),
    admin: await marque.makeKey(callers.place, 'admin'),
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
