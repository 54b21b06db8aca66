// Mail over a real SMTP conversation: sent once the transaction is committed, through the right server, with
// the right password.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { actAsSystem } from '../../../src/core/access/actor.ts';
import { inTransaction } from '../../../src/core/db/transaction.ts';
import { inSqlTransaction } from '../../../src/core/db/sql-transaction.ts';
import { deliverMail, mailJob, sendMail } from '../../../src/core/mail/send.ts';
import { accountMailer, isMailSetUp } from '../../../src/core/mail/server.ts';
import type { Letter } from '../../../src/core/mail/letter.ts';
import { deriveKey, seal } from '../../../src/core/storage/signing.ts';
import { startMailServer } from '../../setup/mail-server.ts';
import { startService, type Caller, type Place } from '../../setup/service.ts';

let place: Place;

const secretLink = 'https://marque.example/invite/a-token-that-lets-in';
const letter = (more: Partial<Letter> = {}): Letter => ({
  organizationId: place.organizationId,
  to: 'ada@example.com',
  subject: 'You are invited',
  paragraphs: ['Ada & <friends> may come — soon.'],
  action: { label: 'Accept', url: secretLink },
  ...more,
});

async function set(organizationId: string, value: Record<string, unknown>, password?: string): Promise<void> {
  const sealed =
    password === undefined ? {} : { password: seal(deriveKey(service.secret, 'settings'), password) };
  await service.db.query(
    `insert into marque.settings (organization_id, key, value, sealed) values ($1, 'email', $2, $3)
     on conflict on constraint settings_once do update set value = excluded.value, sealed = excluded.sealed`,
    [organizationId, value, sealed],
  );
}

interface JobRow {
  state: string;
  data: Record<string, unknown>;
  output: unknown;
}
const jobs = () =>
  service.db.query<JobRow>(
    `select state::text as state, data, output from marque_jobs.job where name = $1 order by created_on`,
    [mailJob],
  );

const [mailbox, operators] = await Promise.all([startMailServer(), startMailServer()]);
const marque = await startService({ FETCH_ALLOW: `127.0.0.1:${mailbox.port}` });
let { service } = marque;
afterAll(async () => {
  await marque.close();
  await Promise.all([mailbox.close(), operators.close()]);
});
beforeEach(async () => {
  place = await marque.makePlace();
  mailbox.mails.length = 0;
  mailbox.refuse(null);
  service.env.settings = {};
});

/** The operator's own mail server, as configured in the environment. */
function nameOperatorsServer(): void {
  service.env.settings = {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(operators.port),
    SMTP_USER: 'operator',
    SMTP_PASSWORD: 'the operator’s own',
    MAIL_FROM: 'Operator <operator@example.com>',
  };
}

describe('a test mail', () => {
  const test = (as: Caller) => marque.call('POST', '/api/v1/settings/email/test', { as });

  it('is sent immediately to the caller, who must be an admin of the organization', async () => {
    const admin = await marque.makeAdmin(place);
    const as = { cookie: admin.cookie };
    expect((await test(as)).status).toBe(409);
    await set(place.organizationId, { host: '127.0.0.1', port: mailbox.port, from: 'acme@example.com' });
    const reply = await test(as);
    expect([reply.status, reply.body]).toEqual([200, { data: { sent: true, to: admin.email } }]);
    expect(mailbox.mails.map(({ to, from }) => [to, from])).toEqual([[[admin.email], 'acme@example.com']]);

    const editor = await marque.makeMember(place, 'admin');
    expect((await test({ cookie: editor.cookie })).status).toBe(403);
    expect((await test(null)).status).toBe(401);
    expect((await test(await marque.makeKey(place, 'admin', { madeById: admin.id }))).status).toBe(409);
    expect(mailbox.mails).toHaveLength(1);
  });

  it('says what to do if the mail server can’t be used, and returns nothing that was sent', async () => {
    const admin = await marque.makeAdmin(place);
    await set(place.organizationId, { host: '127.0.0.1', port: mailbox.port, from: 'acme@example.com' });
    mailbox.refuse(550);
    const refused = await test({ cookie: admin.cookie });
    expect(refused.status).toBe(422);
    expect(refused.body.error.detail.issues[0].message).toContain('rejected the sender or your address');
    await set(place.organizationId, { host: '10.0.0.1', from: 'acme@example.com' });
    const inside = await test({ cookie: admin.cookie });
    expect(inside.status).toBe(422);
    expect(inside.body.error.message).not.toContain('10.0.0.1');
  });
});

describe('a mail', () => {
  it("arrives once its transaction is committed, as text and as HTML, from the organization's sender", async () => {
    await set(
      place.organizationId,
      {
        host: '127.0.0.1',
        port: mailbox.port,
        user: 'acme',
        from: 'Acme <library@acme.example>',
        replyTo: 'help@acme.example',
      },
      'geheim',
    );
    await inTransaction(service.payload, actAsSystem, async (_, db) => {
      expect(await sendMail(service, db, letter())).toBe(true);
    });

    const [mail] = await mailbox.received(1);
    expect(mail).toMatchObject({
      from: 'library@acme.example',
      to: ['ada@example.com'],
      auth: { user: 'acme', password: 'geheim' },
      secure: true,
    });
    expect(mail?.headers).toMatchObject({
      from: 'Acme <library@acme.example>',
      'reply-to': 'help@acme.example',
      subject: 'You are invited',
      'auto-submitted': 'auto-generated',
    });
    expect(mail?.text).toContain(`Ada & <friends> may come — soon.\n\nAccept:\n${secretLink}`);
    expect(mail?.html).toContain('Ada &amp; &lt;friends&gt; may come');
    expect(mail?.html).toContain(`href="${secretLink}"`);
  });

  it('of a transaction that is rolled back is never sent', async () => {
    await set(place.organizationId, { host: '127.0.0.1', port: mailbox.port, from: 'a@acme.example' });
    const before = (await jobs()).length;
    const rolledBack = inTransaction(service.payload, actAsSystem, async (_, db) => {
      await sendMail(service, db, letter({ subject: 'Never' }));
      throw new Error('Something else went wrong.');
    });
    await expect(rolledBack).rejects.toThrow('Something else');
    await inSqlTransaction(service.db.pool, async (db) => {
      await sendMail(service, db, letter({ subject: 'Later' }));
    });

    const mails = await mailbox.received(1);
    expect(mails.map(({ headers }) => headers.subject)).toEqual(['Later']);
    expect((await jobs()).length).toBe(before + 1);
  });

  it('to several people is sent to each, without waiting for the next poll of the queue', async () => {
    await set(place.organizationId, { host: '127.0.0.1', port: mailbox.port, from: 'a@acme.example' });
    for (let n = 0; n < 8; n += 1)
      await sendMail(service, service.db, letter({ to: `person${n}@example.com` }));
    const mails = await mailbox.received(8);
    expect(new Set(mails.flatMap(({ to }) => to)).size).toBe(8);
    expect(new Set(mails.map(({ headers }) => headers['message-id'])).size).toBe(8);
  });

  it('is queued without its text', async () => {
    await set(place.organizationId, { host: '127.0.0.1', port: mailbox.port, from: 'a@acme.example' });
    await sendMail(service, service.db, letter());
    await mailbox.received(1);
    const stored = JSON.stringify(await jobs());
    expect(stored).not.toContain('a-token-that-lets-in');
    expect(stored).not.toContain('ada@example.com');
  });

  it('goes to one address, whatever the address contains', async () => {
    await set(place.organizationId, { host: '127.0.0.1', port: mailbox.port, from: 'a@acme.example' });
    await sendMail(
      service,
      service.db,
      letter({ to: 'ada@example.com', subject: 'One\r\nBcc: eve@example.com' }),
    );
    const [mail] = await mailbox.received(1);
    expect(mail?.to).toEqual(['ada@example.com']);
    expect(mail?.headers.bcc).toBeUndefined();
  });
});

describe('e-mail is set up', () => {
  it("if host and sender are known and it isn't switched off", async () => {
    const { organizationId } = place;
    expect(await isMailSetUp(service, service.db, organizationId)).toBe(false);
    expect(await sendMail(service, service.db, letter())).toBe(false);

    await set(organizationId, { host: 'mail.acme.example' });
    expect(await isMailSetUp(service, service.db, organizationId)).toBe(false);
    await set(organizationId, { host: 'mail.acme.example', from: 'a@acme.example' });
    expect(await isMailSetUp(service, service.db, organizationId)).toBe(true);
    await set(organizationId, { host: 'mail.acme.example', from: 'a@acme.example', enabled: false });
    expect(await isMailSetUp(service, service.db, organizationId)).toBe(false);
  });

  it('for everyone by the environment, and an organization can switch it off for itself', async () => {
    nameOperatorsServer();
    expect(await isMailSetUp(service, service.db, null)).toBe(true);
    expect(await isMailSetUp(service, service.db, place.organizationId)).toBe(true);
    await set(place.organizationId, { enabled: false });
    expect(await isMailSetUp(service, service.db, place.organizationId)).toBe(false);
  });
});

describe('an organization’s mail server is not the operator’s', () => {
  it('mail goes through the operator’s, signed in, if the organization names none', async () => {
    nameOperatorsServer();
    await sendMail(service, service.db, letter());
    const [mail] = await operators.received(1);
    expect(mail).toMatchObject({ auth: { user: 'operator', password: 'the operator’s own' } });
    expect(mail?.headers.from).toBe('Operator <operator@example.com>');
  });

  it('never gets the operator’s password', async () => {
    nameOperatorsServer();
    await set(place.organizationId, { host: '127.0.0.1', port: mailbox.port });
    await sendMail(service, service.db, letter());
    const [mail] = await mailbox.received(1);
    expect(mail?.auth).toBeNull();
  });

  it("isn't contacted at a private address", async () => {
    const before = operators.connections();
    await set(place.organizationId, { host: '127.0.0.1', port: operators.port, from: 'a@acme.example' });
    await sendMail(service, service.db, letter());
    await expectRetry();
    expect(operators.connections()).toBe(before);
  });

  it("can't be the operator’s host on another port either", async () => {
    nameOperatorsServer();
    const other = await startMailServer();
    await set(place.organizationId, { port: other.port });
    await sendMail(service, service.db, letter());
    await expectRetry();
    expect(other.connections()).toBe(0);
    await other.close();
  });

  async function expectRetry(): Promise<void> {
    const { until } = await import('../../setup/children.ts');
    await until(async () => (await jobs()).at(-1)?.state === 'retry');
  }
});

describe('mail that an account depends on', () => {
  it('is sent by the server itself, or by the only organization, never by one of several', async () => {
    await set(place.organizationId, { host: 'mail.acme.example', from: 'a@acme.example' });
    expect(await accountMailer(service, service.db)).toBeNull();
    nameOperatorsServer();
    expect(await accountMailer(service, service.db)).toEqual({ organizationId: null });
  });
});

describe('a mail that can’t be sent', () => {
  let logged: string[];
  const job = (secret = service.secret, one = letter()) => ({
    id: 'fixed',
    sealed: seal(deriveKey(secret, 'mail'), JSON.stringify(one)),
  });

  beforeEach(async () => {
    logged = [];
    const collect = (...words: unknown[]) => void logged.push(JSON.stringify(words));
    service = { ...marque.service, log: { ...marque.service.log, warn: collect } as never };
    await set(place.organizationId, { host: '127.0.0.1', port: mailbox.port, from: 'a@acme.example' });
  });
  afterAll(() => {
    service = marque.service;
  });

  it('is dropped if the server refuses it permanently; the log has neither address nor link', async () => {
    mailbox.refuse(550);
    await deliverMail(service, job());
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('EENVELOPE');
    expect(logged[0]).not.toMatch(/ada@|token-that-lets-in/);
  });

  it('is retried with the same message id if the server is busy', async () => {
    mailbox.refuse(451);
    const words = await deliverMail(service, job()).catch((error: unknown) => String(error));
    expect(words).toContain('EENVELOPE 451');
    expect(words).not.toMatch(/ada@|token-that-lets-in/);
    mailbox.refuse(null);
    await deliverMail(service, job());
    await deliverMail(service, job());
    expect(new Set(mailbox.mails.map(({ headers }) => headers['message-id'])).size).toBe(1);
  });

  it('is dropped if SECRET has changed, or e-mail was switched off meanwhile', async () => {
    await deliverMail(service, job('another secret, at least as long as needed'));
    await set(place.organizationId, { enabled: false });
    await deliverMail(service, job());
    expect(logged.map((line) => /dropped: ([^"]*)/.exec(line)?.[1])).toEqual([
      'it was encrypted with a different SECRET',
      'email is no longer set up',
    ]);
    expect(mailbox.mails).toEqual([]);
  });
});
