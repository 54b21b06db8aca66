// Puts a text into everything of a workspace that takes text from people, files or visitors, by the way it would come in.
import { fileBytes, makePicture, sendBytes } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import type { Caller, Reply, TestService } from '../setup/service.ts';
import { enterReview } from '../shares/review-visitor.ts';
import { makeShareLink, sendToShareLink } from '../shares/share-links.ts';
import { site } from '../sites/zips.ts';
import { hostileJpeg, hostilePdf } from './hostile-files.ts';
import { wellFormed, type Injection } from './injections.ts';

/** What a text was put into, by ID or slug. */
export interface Planted extends Injection {
  brand: string;
  page: string;
  context: string;
  collection: string;
  site: string;
  deployment: string;
  /** Title, description, tags, fields and more, as a person types them; with a comment. */
  asset: string;
  comment: string;
  /** With XMP and IPTC, and a comment of a visitor. */
  picture: string;
  document: string;
  share: string;
  /** What a visitor sent through an upload link, waiting for review: its name, and what is in the file. */
  sent: string;
  /** Of the agent, rejected with a note. */
  rejected: string;
}

const plain = (text: string): string => wellFormed(text).replace(/\p{Cc}/gu, ' ');

/** A name has one line, and not every character: what is refused is sent again without its control characters. */
export function planter(marque: TestService, by: { writer: Caller; proposer: Caller }) {
  const calls = callsAs(marque, by.writer);
  const done = (reply: Reply, what: string): Reply => {
    if (reply.status >= 300) throw new Error(`${what}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply;
  };
  const put = async (method: string, path: string, body: (text: string) => object, text: string) => {
    const first = await calls.call(method, path, body(text));
    if (first.status !== 400 && first.status !== 422) return done(first, path).body.data;
    return done(await calls.call(method, path, body(plain(text))), path).body.data;
  };
  const file = async (bytes: Buffer, about: { filename: string; mime: string }, meta: object = {}) => {
    const { filename } = about;
    const reply = await fileBytes(marque, by.writer, bytes, { ...about, filename: plain(filename), ...meta });
    return done(reply, 'assets').body.data.id as string;
  };
  let count = 0;

  async function brandOf(number: number, text: string) {
    const context = 'dark-background';
    const { slug, id } = await put('POST', '/brands', (name) => ({ name, slug: `brand-${number}` }), text);
    const rules = (words: string) => ({
      set: [
        { key: 'voice.tone', type: 'text', value: words, label: words, usage: words },
        { key: 'color.primary', type: 'color', value: '#112233', usage: words },
        { key: 'color.primary', type: 'color', context, value: '#ddeeff', label: words },
      ],
    });
    await put('PATCH', `/brand/rules?brand=${slug}`, rules, text);
    const page = (words: string) => ({
      title: words,
      lede: words,
      sections: [
        { id: 'one', template: 'text', title: words, body: words },
        { id: 'two', template: 'faq', title: words, items: [{ title: words, body: words }] },
      ],
    });
    await put('PUT', `/brands/${slug}/pages/tone`, page, text);
    await put('POST', `/brands/${slug}/comments`, (body) => ({ page: 'tone', body }), text);
    await put('POST', `/brands/${slug}/publish`, (note) => ({ note }), text);
    return { brand: slug as string, page: 'tone', context, brandId: id as string };
  }

  async function assetOf(text: string) {
    const picture = await makePicture();
    const asset = await file(picture, { filename: 'harbour.png', mime: 'image/png' });
    const values = (words: string) => ({
      title: words,
      description: words,
      creator: words,
      copyright: words,
      tags: [[...words].slice(0, 90).join('')],
      fields: { place: words },
      rights: { license: words },
    });
    await put('PATCH', `/assets/${asset}`, values, text);
    const comment = await put('POST', `/assets/${asset}/comments`, (body) => ({ body }), text);
    await put('POST', `/comments/${comment.id}/replies`, (body) => ({ body }), text);
    return { asset, comment: comment.id as string };
  }

  /** What a visitor of a review link writes, and calls themselves. */
  async function commentFromOutside(asset: string, text: string): Promise<void> {
    const link = await makeShareLink(marque, by.writer, { kind: 'review', asset, name: plain(text) });
    const name = [...plain(text)]
      .slice(0, 60)
      .join('')
      .replace(/[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' ');
    const visitor = await enterReview(marque, link, { name: name.trim() || 'Ada', email: 'ada@example.com' });
    await visitor.comment(asset, wellFormed(text).replaceAll('\0', ''));
  }

  /** A change that waits, and one that was rejected with a note. */
  async function proposalsOn(asset: string, text: string): Promise<string> {
    const items = ['description', 'title'].map((kind) => ({
      kind,
      target: { resource: 'asset', id: asset },
      change: { [kind]: `${plain(text)} again` },
      note: plain(text),
    }));
    const { body } = await callsAs(marque, by.proposer).done('POST', '/proposals', { items });
    const rejected = body.data.results[1].proposal.id as string;
    await put('POST', `/proposals/${rejected}/decision`, (note) => ({ decision: 'reject', note }), text);
    return rejected;
  }

  async function siteOf(text: string) {
    const made = await put('POST', '/sites', (name) => ({ name }), text);
    const { token } = await sendBytes(marque, by.writer, site(), {
      filename: 'site.zip',
      mime: 'application/zip',
    });
    const path = `/sites/${made.id}/deployments?wait=true`;
    const deployment = await calls.create(path, { token });
    return { site: made.id as string, deployment: deployment.id as string };
  }

  return async function plant(injection: Injection): Promise<Planted> {
    const { canary, text } = injection;
    const number = (count += 1);
    const { brandId, ...brand } = await brandOf(number, text);
    const collection = (
      await put('POST', '/collections', (words) => ({ name: words, description: words }), text)
    ).id as string;
    await put(
      'POST',
      '/portals',
      (name) => ({
        name,
        slug: `portal-${number}`,
        intro: name,
        terms: name,
        access: 'public',
        brands: [brandId],
      }),
      text,
    );
    const link = await makeShareLink(marque, by.writer, { kind: 'upload', collection, name: plain(text) });
    done(
      await sendToShareLink(marque, link.token, await hostileJpeg(text), `${plain(text)}.jpg`),
      'a visitor',
    );
    const waiting = await calls.done('GET', `/assets?collection=${collection}&status=proposed`);
    const sent = waiting.body.data[0].id as string;
    const { asset, comment } = await assetOf(text);
    const picture = await file(
      await hostileJpeg(text),
      { filename: `${text} ${canary}.jpg`, mime: 'image/jpeg' },
      {
        generator: plain(text),
        prompt: plain(text),
      },
    );
    const document = await file(hostilePdf(text), {
      filename: `${text} ${canary}.pdf`,
      mime: 'application/pdf',
    });
    await commentFromOutside(picture, text);
    const rejected = await proposalsOn(asset, text);
    await put('POST', '/fields', (label) => ({ key: `field_${number}`, label, type: 'text' }), text);
    return {
      ...injection,
      ...brand,
      ...(await siteOf(text)),
      collection,
      share: link.id,
      sent,
      asset,
      comment,
      picture,
      document,
      rejected,
    };
  };
}
