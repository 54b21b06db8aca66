// The callers of a test: people and keys with different access to one workspace, and someone without any.
import type { Caller, Person, Place, Reply, TestService } from './service.ts';

export interface Key {
  id: string;
  key: string;
}

/** Calls with a JSON body, as one caller. */
export interface Calls {
  call(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Throws if the answer isn't a success. */
  done(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Creates a record with POST, and throws unless the answer is a 201. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into records of every shape
  create(path: string, body: unknown): Promise<any>;
}

export function callsAs(marque: TestService, as: Caller): Calls {
  const call = (method: string, path: string, body?: unknown): Promise<Reply> =>
    marque.call(method, `/api/v1${path}`, { as, ...(body === undefined ? {} : { body }) });
  return {
    call,
    async done(method, path, body) {
      const reply = await call(method, path, body);
      if (reply.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(reply.body)}`);
      return reply;
    },
    async create(path, body) {
      const reply = await call('POST', path, body);
      if (reply.status !== 201) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
      return reply.body.data;
    },
  };
}

export interface Callers {
  /** The workspace of the editor, the reader and the proposer. */
  place: Place;
  /** The stranger's workspace, in another organization. */
  other: Place;
  /** Edda Editor, who has the write scope. */
  editor: Person;
  /** The editor's calls. */
  write: Calls;
  reader: Key;
  proposer: Key;
  /** An admin's key of the other workspace. */
  stranger: Key;
}

/** Creates a workspace and its callers. */
export async function makeCallers(marque: TestService): Promise<Callers> {
  const place = await marque.makePlace('Acme');
  const other = await marque.makePlace('Other');
  const editor = await marque.makeMember(place, 'write', { name: 'Edda Editor' });
  return {
    place,
    other,
    editor,
    write: callsAs(marque, editor),
    reader: await marque.makeKey(place, 'read'),
    proposer: await marque.makeKey(place, 'propose'),
    stranger: await marque.makeKey(other, 'admin'),
  };
}
