// npm run password -- person@example.com [--generate]
// Sets a person's password: typed in the terminal, read from stdin, or generated and printed.
import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { endEverySignIn } from '../identity/accounts/end-sign-ins.ts';
import { forgetTries, hashPassword, minPasswordLength } from '../core/access/sign-in/passwords.ts';
import { commit, rollback } from '../core/db/commit.ts';
import { queryOn, statement, type Pool } from '../core/db/pool.ts';
import { readEnv } from '../env.ts';
import { loadEnvFiles } from '../lib/env-files.ts';
import { recordOn } from '../core/events/record.ts';
import { commandLine } from './called.ts';
import { runCommand } from './run-command.ts';
import { withDatabase } from './with-database.ts';

const usage = `Usage: ${commandLine('password')} person@example.com [--generate]`;

const personByEmail = statement(
  'command:person',
  `select u.id, u.name, exists (select from marque.app_people a where a.person_id = u.id) as "isAppPerson"
   from payload.users u where u.email = $1`,
);
interface Person {
  id: string;
  name: string;
  isAppPerson: boolean;
}
const setPassword = statement(
  'command:password',
  `update payload.users set hash = $2, salt = $3, reset_password_token = null, reset_password_expiration = null, updated_at = now() where id = $1`,
);

/** Prompts in the terminal without showing what is typed. */
function ask(question: string): Promise<string> {
  const silent = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(question);
  return new Promise((resolve, reject) => {
    terminal.once('SIGINT', () => {
      terminal.close();
      reject(new Error('Nothing was changed.'));
    });
    terminal.question('', (answer) => {
      terminal.close();
      process.stderr.write('\n');
      resolve(answer);
    });
  });
}

async function askTwice(email: string): Promise<string> {
  const password = demandLength(await ask(`New password for ${email}: `));
  if ((await ask('Repeat the password: ')) !== password)
    throw new Error("The passwords don't match. Nothing was changed.");
  return password;
}

/** 24 unambiguous letters and digits: 138 bits. */
function makePassword(): string {
  const signs = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from({ length: 24 }, () => signs.charAt(randomInt(signs.length))).join('');
}

function demandLength(password: string): string {
  if (password.length < minPasswordLength)
    throw new Error(`A password needs at least ${minPasswordLength} characters. Nothing was changed.`);
  return password;
}

/** Sets the password and ends all sessions, keys and connected agents, in one transaction. */
async function change(
  db: Pool,
  person: Person,
  password: string,
): Promise<{ sessionsEnded: number; keysRevoked: number }> {
  const { hash, salt } = await hashPassword(password);
  const client = await db.pool.connect();
  try {
    const on = { query: queryOn.bind(null, client) as Pool['query'] };
    await client.query('begin');
    await on.query(setPassword, [person.id, hash, salt]);
    const ended = await endEverySignIn(on, 'system', person.id);
    await recordOn(on, 'system', {
      type: 'account.password_set',
      subject: { kind: 'person', id: person.id },
      detail: { by: 'command line', ...ended },
    });
    await commit(client);
    client.release();
    return ended;
  } catch (error) {
    client.release(await rollback(client));
    throw error;
  }
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { generate: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const email = positionals[0]?.trim().toLowerCase();
  if (!email || positionals.length > 1) throw new Error(usage);
  loadEnvFiles();
  await withDatabase(readEnv(), async (db) => {
    const [person] = await db.query<Person>(personByEmail, [email]);
    if (!person) throw new Error(`No account with the email address ${email}.`);
    if (person.isAppPerson)
      throw new Error('This person signs in to the app that Marque is installed in. Set the password there.');
    const password = values.generate
      ? makePassword()
      : process.stdin.isTTY
        ? await askTwice(email)
        : demandLength((await text(process.stdin)).replace(/\r?\n$/, ''));
    const ended = await change(db, person, password);
    await forgetTries(db, email);
    console.error(
      `${person.name} has a new password. Sessions ended: ${ended.sessionsEnded}. Keys revoked: ${ended.keysRevoked}.`,
    );
    if (values.generate) console.log(password);
  });
});
