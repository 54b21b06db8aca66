// npm run password: the new password signs in, and the old one and every session stop working.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeAccount } from '../setup/accounts.ts';
import { startService, type Person } from '../setup/service.ts';
import { runCommand } from './run-command.ts';

let person: Person;

const marque = await startService();
const env = { DATABASE_URL: marque.service.env.databaseUrl ?? '', DATA_DIR: marque.dataDir };
afterAll(() => marque.close());
beforeEach(async () => {
  person = await makeAccount(marque, 'the old password');
});

async function signIn(password: string): Promise<number> {
  const answer = await marque.call('POST', '/api/auth/sign-in', { body: { email: person.email, password } });
  return answer.status;
}

async function isSignedIn(): Promise<boolean> {
  const session = await marque.call('GET', '/api/auth/session', { as: { cookie: person.cookie } });
  return session.body.data.user !== null;
}

describe('a new password', () => {
  it('is read from stdin, ends every session and records an event without the password', async () => {
    expect(await isSignedIn()).toBe(true);
    const place = await marque.makePlace();
    const { id: ownKey } = await marque.makeKey(place, 'read', { ownerId: person.id });

    const done = await runCommand('password', [person.email.toUpperCase()], env, 'the new password\n');

    expect(done).toMatchObject({ code: 0, stdout: '' });
    expect(done.stderr).toContain('Sessions ended: 1. Keys revoked: 1.');
    expect(await marque.service.db.query('select 1 from keys where id = $1', [ownKey])).toEqual([]);
    expect(await isSignedIn()).toBe(false);
    expect(await signIn('the old password')).toBe(401);
    expect(await signIn('the new password')).toBe(200);
    const events = await marque.service.db.query(
      "select type, actor_kind, detail from marque.events where subject_id = $1 and type = 'account.password_set'",
      [person.id],
    );
    expect(events).toEqual([
      {
        type: 'account.password_set',
        actor_kind: 'system',
        detail: { by: 'command line', sessionsEnded: 1, keysRevoked: 1 },
      },
    ]);
  });

  it('is generated and printed with --generate', async () => {
    const done = await runCommand('password', [person.email, '--generate'], env);

    expect(done.code).toBe(0);
    expect(done.stdout).toMatch(/^[A-Za-z0-9]{24}\n$/);
    expect(await signIn(done.stdout.trim())).toBe(200);
  });

  it('lets a person in who was locked out by too many wrong attempts', async () => {
    for (let tries = 0; tries < 10; tries += 1) await signIn('a wrong password');
    expect(await signIn('the old password')).toBe(429);

    await runCommand('password', [person.email], env, 'the new password');

    expect(await signIn('the new password')).toBe(200);
  });

  it.each([
    ['a password that is too short', ['{email}'], 'too short', 'at least 10 characters'],
    ['an unknown person', ['nobody@example.com'], 'the new password', 'No account'],
    ['no address', [], 'the new password', 'Usage:'],
    ['two addresses', ['{email}', 'another@example.com'], 'the new password', 'Usage:'],
  ])('is refused for %s', async (_, args, input, message) => {
    const given = args.map((argument) => argument.replace('{email}', person.email));

    const refused = await runCommand('password', given, env, input);

    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(message);
    expect(await isSignedIn()).toBe(true);
    expect(await signIn('the old password')).toBe(200);
  });
});
