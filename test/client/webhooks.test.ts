// The client's check of webhooks agrees with the library of Standard Webhooks.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { InvalidWebhook, verifyWebhook } from '../../src/client/index.ts';

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const secret = newSecret();
const event = { id: 'e1', type: 'asset.approved', data: { title: 'Crème 🚢' } };
const body = JSON.stringify(event);

function headersOf(sentAt = new Date(), by = secret, sent = body): Record<string, string> {
  return {
    'webhook-id': 'e1',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('e1', sentAt, sent),
  };
}

const minutesFromNow = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);

describe('verifyWebhook', () => {
  it('returns the event, of text and of bytes, with headers of fetch and of Node', async () => {
    expect(await verifyWebhook({ secret, headers: headersOf(), body })).toEqual(event);
    expect(
      await verifyWebhook({ secret, headers: new Headers(headersOf()), body: Buffer.from(body) }),
    ).toEqual(event);
  });

  it('accepts either of two secrets, and one of several signatures', async () => {
    const other = newSecret();
    expect(await verifyWebhook({ secret: [other, secret], headers: headersOf(), body })).toEqual(event);
    const headers = headersOf();
    headers['webhook-signature'] =
      `v1a,AAAA v1,%%% ${headersOf(new Date(), other)['webhook-signature']} ${headers['webhook-signature']}`;
    expect(await verifyWebhook({ secret, headers, body })).toEqual(event);
  });

  it('refuses another body, secret, ID or time', async () => {
    const headers = headersOf();
    const wrong = [
      { secret, headers, body: `${body} ` },
      { secret: newSecret(), headers, body },
      { secret, headers: { ...headers, 'webhook-id': 'e2' }, body },
      {
        secret,
        headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) },
        body,
      },
      { secret, headers: { ...headers, 'webhook-signature': 'v1,' }, body },
      { secret, headers: { ...headers, 'webhook-signature': headers['webhook-signature']?.slice(3) }, body },
    ];
    for (const request of wrong) await expect(verifyWebhook(request)).rejects.toThrow(InvalidWebhook);
  });

  it('refuses what is old, from the future, or has no time', async () => {
    const late = [
      headersOf(minutesFromNow(-6)),
      headersOf(minutesFromNow(6)),
      { ...headersOf(), 'webhook-timestamp': 'now' },
    ];
    for (const headers of late)
      await expect(verifyWebhook({ secret, headers, body })).rejects.toThrow('too old');
  });

  it('names the header that is missing', async () => {
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      await expect(
        verifyWebhook({ secret, headers: { ...headersOf(), [name]: undefined }, body }),
      ).rejects.toThrow(`${name} is missing`);
  });

  it('says when the secret can’t be one', async () => {
    for (const wrong of ['', 'whsec_', 'whsec_%'])
      await expect(verifyWebhook({ secret: wrong, headers: headersOf(), body })).rejects.toThrow(TypeError);
  });
});
