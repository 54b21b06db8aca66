// The app under `next dev`: it answers as when it's built, and goes on when its sources change, with one of everything that runs.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import PgBoss from 'pg-boss';
import pg from 'pg';
import { answersOf, type Answer, type Sent } from '../host/answers.ts';
import type { HostApp, Running } from './app.ts';
import { askHost, asking, eventually } from './asking.ts';
import { checkCampaigns, makePlace, plan, type Place } from './campaigns/check.ts';
import { checkMarque, demandSvg } from './marque.ts';
import type { Tally } from './tally.ts';

interface Developing {
  app: HostApp;
  running: Running;
  databaseUrl: string;
  token: string;
  sql: pg.Client;
}

/** More than Node lets listen to one thing without a warning. */
const edits = 12;

/** Built, names of errors are short, and Next's own headers differ. */
const plain = ({ sent, status, text, cookies }: Answer) => ({
  sent,
  status,
  text: text.replace(/("errors":\[\{"name":)"[^"]*"/g, '$1"an error"'),
  cookies,
});

/** Payload has it in development only, unless a config says otherwise. */
const playground = '/api/graphql-playground';

/** One of each kind: what they need is compiled when it's first asked for, and on a busy machine that takes longer than `fetch` waits. */
const compiled = ['/api/users/me', '/', '/c/nothing', '/admin/login', '/api/graphql', playground];

/** Payload only answers such questions about its schema in development. */
const isRefusedWhenBuilt = ({ text }: Answer): boolean => /introspection is not allowed/i.test(text);

/** What the app says of its API, as when it's built; of pages only that they are there: they have Next's tools in them. */
function demandSameAnswers(answers: readonly Answer[], expected: readonly Answer[]): void {
  for (const [index, answer] of answers.entries()) {
    const other = expected[index];
    if (!other) throw new Error(`Nothing was expected of ${answer.sent}.`);
    const isPlayground = answer.sent.endsWith(playground);
    if (/^\w+ \/api\//.test(answer.sent) && !isPlayground && !isRefusedWhenBuilt(other))
      assert.deepEqual(plain(answer), plain(other));
    else if (isPlayground) assert.deepEqual([answer.status, other.status], [200, 404]);
    else assert.deepEqual([answer.sent, answer.status], [other.sent, other.status]);
  }
}

/** Edits the config of the app and a module of an agency, so that they say which edition they are. @returns what puts them back */
async function openEditor({ app, running, token }: Developing) {
  const files = {
    config: 'src/payload.config.ts',
    operations: 'example-agency/operations.ts',
    job: 'example-agency/warn-of-expiry.ts',
  };
  const read = (name: string): Promise<string> => readFile(path.join(app.folder, name), 'utf8');
  const [config, operations, job] = await Promise.all(Object.values(files).map(read));
  const replaced = (text = '', from: string, to: string): string => {
    assert.ok(text.includes(from), `There is no "${from}" in:\n${text}`);
    return text.replace(from, to);
  };
  const edit = (edition: number): Promise<void> => {
    const endpoint = `{ path: '/edition', method: 'get', handler: () => Response.json(${edition}) },`;
    return app.write(
      new Map([
        [files.operations, replaced(operations, 'Get a campaign', `Get a campaign of edition ${edition}`)],
        [
          files.job,
          replaced(job, 'detail: { name, assets }', `detail: { name, assets, edition: ${edition} }`),
        ],
        [files.config, replaced(config, 'endpoints: [', `endpoints: [${endpoint} `)],
      ]),
    );
  };
  const person = asking(running.url, `JWT ${token}`);
  return {
    edit: async (edition: number): Promise<void> => {
      await edit(edition);
      await eventually(`edition ${edition} of the app`, async () => {
        const { status, body } = await person('GET', '/api/edition');
        return status === 200 && body === edition;
      });
      await eventually(`edition ${edition} of the module`, async () => {
        const { body } = await person('GET', '/api/v1/openapi.json');
        return (
          body.paths?.['/api/v1/campaigns/{id}']?.get?.summary === `Get a campaign of edition ${edition}`
        );
      });
    },
    restore: () =>
      app.write(
        new Map([
          [files.config, config ?? ''],
          [files.operations, operations ?? ''],
          [files.job, job ?? ''],
        ]),
      ),
  };
}

/** The connections to the app's database, without that of the test. */
async function connections(sql: pg.Client): Promise<{ all: number; listening: number }> {
  const { rows } = await sql.query<{ all: number; listening: number }>(
    `select count(*)::int as all, count(*) filter (where application_name like 'marque _%')::int as listening
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return rows[0] ?? { all: 0, listening: 0 };
}

/** The connections when no stream is open: one listens, for the search. The server may not have missed a browser that has just gone. */
async function connectionsAtRest(sql: pg.Client) {
  let now = { all: 0, listening: 0 };
  await eventually('the end of all streams', async () => {
    now = await connections(sql);
    return now.listening === 1;
  });
  return now;
}

/** Collects what a stream of events sends. */
async function openStream(url: string, key: string) {
  const response = await fetch(`${url}/api/v1/events/stream`, {
    headers: { authorization: `Bearer ${key}` },
  });
  assert.equal(response.status, 200, response.status === 200 ? '' : await response.text());
  const state = { text: '', hasEnded: false };
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const reading = (async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      state.text += decoder.decode(part.value, { stream: true });
  })()
    .catch(() => undefined)
    .finally(() => {
      state.hasEnded = true;
    });
  return { state, close: () => reader?.cancel().then(() => reading) };
}

async function checkStream(tally: Tally, place: Place): Promise<void> {
  await tally.check('a stream sends each event once', async () => {
    const stream = await openStream(place.url, place.keys.read);
    const first = await plan(place, 'Streamed');
    const second = await plan(place, 'Streamed later');
    await eventually('the second event', async () => stream.state.text.includes(second));
    const created = stream.state.text
      .split('\n')
      .filter(
        (line) => line.startsWith('data:') && line.includes('campaign.created') && line.includes(first),
      );
    assert.equal(created.length, 1, stream.state.text);
    await stream.close();
  });
}

/** The editions whose jobs have warned. */
async function warnedBy({ reader }: Place, campaigns: readonly string[]): Promise<number[]> {
  const { body } = await reader('GET', '/api/v1/activity?kind=campaign&limit=200');
  const events = body.data as { type: string; subject: { id: string }; detail: { edition?: number } }[];
  return events
    .filter(({ type, subject }) => type === 'campaign.assets_expire' && campaigns.includes(subject.id))
    .map(({ detail }) => detail.edition ?? 0);
}

/** Queues jobs without waking a worker: a runner of an older edition would take some of them. */
async function checkJobs(tally: Tally, { databaseUrl, sql }: Developing, place: Place): Promise<void> {
  await tally.check('all jobs are run by the module as it is now', async () => {
    const campaigns: string[] = [];
    for (const number of Array(8).keys()) campaigns.push(await plan(place, `Job ${number}`, [place.free]));
    await eventually('the jobs that find nothing', async () => {
      const { rows } = await sql.query(
        `select 1 from marque_jobs.job where data->>'campaign' = any($1) and state = 'completed'`,
        [campaigns],
      );
      return rows.length === campaigns.length;
    });
    const rights = { license: null, territories: [], channels: [], expires: '2998-01-01' };
    const { status } = await place.writer('PATCH', `/api/v1/assets/${place.free}`, { rights });
    assert.equal(status, 200);
    const connectionString = databaseUrl;
    const boss = new PgBoss({
      connectionString,
      schema: 'marque_jobs',
      supervise: false,
      schedule: false,
      migrate: false,
    });
    await boss.start();
    try {
      for (const campaign of campaigns) await boss.send('check-campaign', { campaign });
    } finally {
      await boss.stop({ graceful: false });
    }
    await eventually(
      'the warnings',
      async () => (await warnedBy(place, campaigns)).length >= campaigns.length,
    );
    assert.deepEqual(
      await warnedBy(place, campaigns),
      campaigns.map(() => edits),
    );
  });
}

async function checkReloads(tally: Tally, developing: Developing): Promise<void> {
  const { app, running, databaseUrl, sql, token } = developing;
  const place = await makePlace({ url: running.url, databaseUrl, token }, sql);
  const before = await connectionsAtRest(sql);
  const open = await openStream(running.url, place.keys.read);
  const editor = await openEditor(developing);
  try {
    await tally.step(`its config and a module change ${edits} times, and what they say follows`, async () => {
      for (let edition = 1; edition <= edits; edition += 1) await editor.edit(edition);
    });
    await tally.check('a stream that was open has ended, so that its client connects again', () =>
      eventually('its end', async () => open.state.hasEnded),
    );
    await checkStream(tally, place);
    await checkJobs(tally, developing, place);
    await tally.check('files are still drawn by a process of their own', () => demandSvg(running.url, token));
    await checkCampaigns(tally, app, { url: running.url, databaseUrl, token });
    await tally.check('nothing that ran before an edit has kept its connections', async () => {
      let now = before;
      await eventually(`no more than ${JSON.stringify(before)}`, async () => {
        now = await connections(sql);
        return now.all <= before.all && now.listening === before.listening;
      }).catch((error: Error) => {
        throw new Error(`${error.message} There are ${JSON.stringify(now)}.`);
      });
    });
    await tally.check('nothing listens more than once', async () => {
      assert.doesNotMatch(running.output(), /MaxListenersExceeded/);
    });
  } finally {
    await editor.restore();
  }
}

/** @param expected what the app answers without Marque when it's built */
export async function checkDevelopment(
  tally: Tally,
  app: HostApp,
  databaseUrl: string,
  {
    requests,
    expected,
    sitesHost,
    tokenOf,
  }: {
    requests: readonly Sent[];
    expected: readonly Answer[];
    sitesHost: string;
    tokenOf: (running: Running) => Promise<string>;
  },
): Promise<void> {
  const running = await tally.step('next dev', () =>
    app.start('next dev', databaseUrl, { SITES_HOST: sitesHost, DATA_DIR: `${app.folder}/data-development` }),
  );
  const sql = new pg.Client({ connectionString: databaseUrl });
  await sql.connect();
  try {
    await tally.step('it compiles', async () => {
      for (const one of compiled) await askHost(`${running.url}${one}`, new URL(running.url).host);
    });
    await tally.check('the app answers as when it is built', async () =>
      demandSameAnswers(await answersOf(running.url, requests), expected),
    );
    const logged = running.output().length;
    const token = await tokenOf(running);
    await checkMarque(tally, { url: running.url, sitesHost, token });
    await checkCampaigns(tally, app, { url: running.url, databaseUrl, token });
    await checkReloads(tally, { app, running, databaseUrl, token, sql });
    await tally.check('no error of it is logged', async () => {
      assert.doesNotMatch(running.output().slice(logged), /ERROR|"level":(?:50|60)|⨯/);
    });
  } finally {
    await sql.end();
    await running.stop();
  }
}
