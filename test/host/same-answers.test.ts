// Someone else's Payload app with Marque in it answers as it does without: compared answer by answer.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeFolder } from '../setup/children.ts';
import { createDatabase } from '../setup/database.ts';
import { account } from './account.ts';
import { answersOf, sent, sentLast } from './answers.ts';
import { start, type Host } from './start.ts';

const closing: (() => Promise<unknown>)[] = [];

async function startHost(env: Record<string, string>): Promise<Host> {
  const [database, folder] = await Promise.all([createDatabase({ empty: true }), makeFolder()]);
  const host = await start(database.url, folder.path, { ID_TYPE: 'serial', ...env });
  closing.push(async () => {
    await host.stop();
    await Promise.all([database.drop(), folder.remove()]);
  });
  return host;
}

let [withMarque, without]: Host[] = [];
beforeAll(async () => {
  withMarque = await startHost({});
  without = await startHost({ WITHOUT_MARQUE: '1' });
}, 600_000);
afterAll(() => Promise.all(closing.map((close) => close())));

it('an app answers as it does without Marque', async () => {
  if (!withMarque || !without) throw new Error('The apps have not started.');
  const requests = [...sent, ...sentLast];
  const expected = await answersOf(without.url, requests);
  const answers = await answersOf(withMarque.url, requests);
  for (const [at, answer] of answers.entries()) expect(answer).toEqual(expected[at]);
  // The comparison would be of nothing if everything were refused.
  expect(expected.filter(({ status }) => status === 200 || status === 201).length).toBeGreaterThan(20);
});

it('what each person may do in it is the same', async () => {
  const accessOf = async (host: Host | undefined) => {
    const url = host?.url ?? '';
    const login = await fetch(`${url}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(account),
    });
    const { token } = (await login.json()) as { token: string };
    const response = await fetch(`${url}/api/access`, { headers: { authorization: `JWT ${token}` } });
    const { collections, ...rest } = (await response.json()) as { collections: Record<string, unknown> };
    const theirs = Object.entries(collections).filter(([slug]) => !slug.startsWith('marque-'));
    return { ...rest, collections: Object.fromEntries(theirs) };
  };
  expect(await accessOf(withMarque)).toEqual(await accessOf(without));
});
