// People who sign in with a password. Others have none: hashing one takes a quarter of a second.
import { hashPassword } from '../../src/core/access/sign-in/passwords.ts';
import type { Person, TestService } from './service.ts';

const hashes = new Map<string, ReturnType<typeof hashPassword>>();

/** Sets a person's password. The same password is hashed only once. */
export async function givePassword(marque: TestService, personId: string, password: string): Promise<void> {
  const hashed = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hashed);
  const { hash, salt } = await hashed;
  const set = 'update users set hash = $2, salt = $3 where id = $1';
  await marque.service.db.query(set, [personId, hash, salt]);
}

/** Creates a person with a password. */
export async function makeAccount(marque: TestService, password: string, name?: string): Promise<Person> {
  const person = await marque.makePerson(name);
  await givePassword(marque, person.id, password);
  return person;
}

/** The session that an answer opens. */
export const cookieOf = (answer: { headers: Headers }): string =>
  answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
