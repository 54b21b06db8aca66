// An organization of a test file's own, in a service that it shares with others.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { SharedPanelService } from './run/shared-panel-client.ts';

export const password = 'correct horse battery';

/** Of a file's own in a service that it shares: an address has one account in all of it. */
let domain = 'example.com';

/** The e-mail address of someone in this file. */
export const addressOf = (name: string): string => `${name}@${domain}`;

/** Creates an organization with a workspace as a first start does, and the person who administers it. */
export async function makeHome(
  { url, databaseUrl, operator }: SharedPanelService,
  name: string,
): Promise<void> {
  domain = `${randomBytes(4).toString('hex')}.example.com`;
  const post = async (path: string, body: object, cookie = ''): Promise<Response> => {
    const headers = { 'content-type': 'application/json', origin: url, cookie };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const signedIn = await post('/api/auth/sign-in', { email: operator, password });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const made = await post('/api/v1/organizations', { name: 'Home' }, cookie);
  const { data } = (await made.json()) as { data: { id: string } };

  const sql = new pg.Client({ connectionString: databaseUrl });
  await sql.connect();
  try {
    // The same password, already hashed.
    const { rows } = await sql.query<{ id: string }>(
      'insert into users (name, email, hash, salt) select $1, $2, hash, salt from users where email = $3 returning id',
      [name, addressOf(name), operator],
    );
    await sql.query('update grants set user_id = $1 where organization_id = $2', [rows[0]?.id, data.id]);
    await sql.query('delete from marque.events where organization_id = $1', [data.id]);
  } finally {
    await sql.end();
  }
}
