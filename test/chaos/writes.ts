// Every kind of write, made the way a client does that must not lose anything: each is sent until it is
// answered, then recorded.
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { site } from '../sites/zips.ts';
import { NeverAnswered, type Answer, type Client } from './client.ts';
import type { Ledger } from './ledger.ts';

interface Filed {
  id: string;
  sha256: string;
}

/** A deployment, until it has been processed. */
export interface Deployed {
  site: string;
  id: string;
}

export class Writes {
  /** Assets that no writer is about to change or delete. */
  readonly #assets: Filed[] = [];
  readonly checking = new Map<string, Deployed>();
  #names = 0;
  #brand: { slug: string; rules: number } | undefined;
  #site: { id: string; deployments: number } | undefined;
  #isSetting = false;
  readonly brands: string[] = [];
  readonly sites: string[] = [];

  constructor(
    private readonly client: Client,
    private readonly ledger: Ledger,
    private readonly random: () => number,
  ) {}

  /** One write of a kind chosen at random. */
  async one(): Promise<void> {
    const kinds = [
      () => this.#multipart(),
      () => this.#multipart(),
      () => this.#resumable(),
      () => this.#resumable(),
      () => this.#describe(),
      () => this.#delete(),
      () => this.#propose(),
      () => this.#publish(),
      () => this.#deploy(),
      () => this.#deploy(),
      () => this.#share(),
      () => this.#key(),
      () => this.#setting(),
    ];
    const kind = kinds[Math.floor(this.random() * kinds.length)];
    try {
      await kind?.();
    } catch (error) {
      if (!(error instanceof NeverAnswered)) this.client.problems.push(String(error));
    }
  }

  #name(list: string): string {
    this.#names += 1;
    return this.ledger.name(list, `${list}-${this.#names}-${randomBytes(4).toString('hex')}`);
  }

  #bytes(): Buffer {
    return randomBytes(1000 + Math.floor(this.random() * 300_000));
  }

  /** Sends a call until it is answered. @throws Error for any status other than these */
  async #sure(expected: readonly number[], method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.client.sure({ method, path, ...(body === undefined ? {} : { body }) });
    if (!expected.includes(answer.status))
      throw new Error(`${method} ${path}: ${answer.status} ${answer.bytes.toString().slice(0, 500)}`);
    return answer;
  }

  /** Reads until the server answers. */
  #read(path: string, key?: string): Promise<Answer> {
    return this.client.sure({ method: 'GET', path, ...(key === undefined ? {} : { key }) });
  }

  #filed(kind: string, id: string, bytes: Buffer): void {
    const filed = { id, sha256: hashOf(bytes) };
    this.#assets.push(filed);
    this.ledger.acknowledge(kind, async () => {
      const { status, bytes: now } = await this.#read(`/api/v1/assets/${id}/content`);
      if (status === 410 || status === 404) {
        const asset = await this.#read(`/api/v1/assets/${id}`);
        return this.#deleted.has(id) ? null : `${id} is gone: ${status}, ${asset.status}`;
      }
      return status === 200 && hashOf(now) === filed.sha256 ? null : `${id} has other bytes: ${status}`;
    });
  }
  /** Ids whose deletion was sent, answered or not. */
  readonly #deleted = new Set<string>();

  async #multipart(): Promise<void> {
    const bytes = this.#bytes();
    const form = new FormData();
    form.set(
      'file',
      new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }),
      `${this.#name('assets')}.bin`,
    );
    const { body } = await this.#sure([200, 201], 'POST', '/api/v1/assets', form);
    this.#filed('multipart upload', body.data.id as string, bytes);
  }

  /** In pieces, across as many restarts of the server as it takes. */
  async #resumable(): Promise<void> {
    const bytes = this.#bytes();
    const filename = `${this.#name('assets')}.bin`;
    const ticket = (
      await this.#sure([200], 'POST', '/api/v1/uploads', {
        filename,
        mime: 'application/octet-stream',
        size: bytes.length,
      })
    ).body as { token: string; uploadUrl: string };
    for (let offset = 0; offset < bytes.length;) {
      if (this.client.ending) throw new NeverAnswered(filename);
      const piece = bytes.subarray(offset, offset + 1 + Math.floor(this.random() * bytes.length));
      const sent = await this.client.once({
        method: 'PATCH',
        path: ticket.uploadUrl,
        body: new Uint8Array(piece),
        headers: {
          'tus-resumable': '1.0.0',
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
      });
      if (sent?.status === 204) {
        offset = Number(sent.headers.get('upload-offset'));
        continue;
      }
      await pause(200);
      const head = await this.client.sure({ method: 'HEAD', path: ticket.uploadUrl });
      if (head.status !== 200) throw new Error(`HEAD of an upload under way: ${head.status}`);
      const known = Number(head.headers.get('upload-offset'));
      // Acknowledged pieces stay.
      if (known < offset) this.ledger.lost.push(`upload ${filename}: ${offset} bytes were in, now ${known}`);
      offset = known;
    }
    const { body } = await this.#sure([200, 201], 'POST', '/api/v1/assets', { token: ticket.token });
    this.#filed('resumable upload', body.data.id as string, bytes);
  }

  /** Takes an asset, so that only one writer at a time changes it. */
  #take(): Filed | undefined {
    return this.#assets.splice(Math.floor(this.random() * this.#assets.length), 1)[0];
  }

  async #describe(): Promise<void> {
    const asset = this.#take();
    if (!asset) return;
    const title = this.#name('titles');
    await this.#sure([200], 'PATCH', `/api/v1/assets/${asset.id}`, { title });
    this.ledger.acknowledge('metadata', async () => {
      const { status, body } = await this.#read(`/api/v1/assets/${asset.id}`);
      return status === 200 && body.data.metadata.title === title
        ? null
        : `${asset.id} has no title ${title}: ${status}`;
    });
  }

  async #delete(): Promise<void> {
    const asset = this.#take();
    if (!asset) return;
    this.#deleted.add(asset.id);
    // Sent again after a kill, it may already be gone.
    await this.#sure([200, 204, 404, 410], 'DELETE', `/api/v1/assets/${asset.id}`);
    this.ledger.acknowledge('deletion', async () => {
      const { status, body } = await this.#read(`/api/v1/assets/${asset.id}/content`);
      return status === 404 || status === 410
        ? null
        : `${asset.id} is back: ${status} ${JSON.stringify(body)}`;
    });
  }

  async #brandNow(): Promise<string> {
    if (!this.#brand || this.#brand.rules > 50) {
      const name = this.#name('brands');
      const { body } = await this.#sure([200, 201], 'POST', '/api/v1/brands', { name });
      this.#brand = { slug: body.data.slug as string, rules: 0 };
      this.brands.push(this.#brand.slug);
    }
    this.#brand.rules += 1;
    return this.#brand.slug;
  }

  async #propose(): Promise<void> {
    const brand = await this.#brandNow();
    const key = `copy.${this.#name('rules').replaceAll('-', '')}`;
    const path = `/api/v1/brand/proposed-rules?brand=${brand}`;
    const proposed = await this.#sure([200, 201], 'POST', path, {
      set: [{ key, type: 'text', value: key }],
    });
    const id = proposed.body.data.id as string;
    const accept = this.random() < 0.7;
    await this.#sure([200], 'POST', `/api/v1/proposals/${id}/decision`, {
      decision: accept ? 'accept' : 'reject',
      ...(accept ? {} : { note: 'Not this one.' }),
    });
    this.ledger.acknowledge('decision', async () => {
      const { body } = await this.#read(`/api/v1/brand/rules?brand=${brand}`);
      const found = (body.data as { key: string }[]).filter((rule) => rule.key === key).length;
      return found === (accept ? 1 : 0) ? null : `rule ${key} is there ${found} times, accepted: ${accept}`;
    });
  }

  async #publish(): Promise<void> {
    const brand = await this.#brandNow();
    const key = `copy.${this.#name('rules').replaceAll('-', '')}`;
    await this.#sure([200, 201], 'POST', `/api/v1/brand/rules?brand=${brand}`, {
      key,
      type: 'text',
      value: key,
    });
    const note = this.#name('publishes');
    const { body } = await this.#sure([200], 'POST', `/api/v1/brands/${brand}/publish`, { note });
    // Another writer may have published this rule with theirs.
    if (body.data.unchanged === true) return;
    this.ledger.acknowledge('publish', async () => {
      const { body: now } = await this.#read(`/api/v1/brands/${brand}/versions?limit=200`);
      const found = JSON.stringify(now.data).split(`"${note}"`).length - 1;
      return found === 1 ? null : `the publish ${note} of ${brand} is there ${found} times`;
    });
  }

  async #siteNow(): Promise<string> {
    if (!this.#site || this.#site.deployments >= 12) {
      const { body } = await this.#sure([200, 201], 'POST', '/api/v1/sites', { name: this.#name('sites') });
      this.#site = { id: body.data.id as string, deployments: 0 };
      this.sites.push(this.#site.id);
    }
    this.#site.deployments += 1;
    return this.#site.id;
  }

  async #deploy(): Promise<void> {
    const siteId = await this.#siteNow();
    const ref = this.#name('deployments');
    const zip = site({ 'index.html': ref, 'more.txt': randomBytes(20_000).toString('hex') });
    const ticket = (
      await this.#sure([200], 'POST', '/api/v1/uploads', {
        filename: `${ref}.zip`,
        mime: 'application/zip',
        size: zip.length,
      })
    ).body as { token: string; uploadUrl: string };
    await this.#sure([200], 'PUT', ticket.uploadUrl, new Uint8Array(zip));
    const path = `/api/v1/sites/${siteId}/deployments?ref=${ref}`;
    const { body } = await this.#sure([200, 201, 202], 'POST', path, { token: ticket.token });
    const id = body.data.id as string;
    this.checking.set(id, { site: siteId, id });
    this.ledger.acknowledge('deployment', async () => {
      const { body: now } = await this.#read(`/api/v1/sites/${siteId}/deployments`);
      const found = (now.data as { id: string; ref: string; state: string; error: string | null }[]).filter(
        (one) => one.ref === ref,
      );
      if (found.length !== 1) return `the deployment ${ref} is there ${found.length} times`;
      return found[0]?.state === 'failed' ? `the deployment ${ref} failed: ${found[0].error}` : null;
    });
  }

  async #share(): Promise<void> {
    const asset = this.#take();
    if (!asset) return;
    const name = this.#name('shares');
    const { body } = await this.#sure([201], 'POST', '/api/v1/shares', {
      kind: 'view',
      asset: asset.id,
      name,
    });
    const id = body.data.id as string;
    this.ledger.acknowledge('share', async () => {
      const { body: now } = await this.#read(`/api/v1/shares?asset=${asset.id}`);
      const found = (now.data as { id: string; name: string }[]).filter((one) => one.name === name);
      return found.length === 1 && found[0]?.id === id
        ? null
        : `the share ${name} is there ${found.length} times`;
    });
  }

  async #key(): Promise<void> {
    const name = this.#name('keys');
    const { body } = await this.#sure([201], 'POST', '/api/v1/keys', { name, scope: 'read' });
    const { id, secret } = body.data as { id: string; secret: string };
    if (this.random() < 0.5) {
      this.ledger.acknowledge('key', async () => {
        const { status } = await this.#read('/api/v1/me', secret);
        return status === 200 ? null : `the key ${name} answers ${status}`;
      });
      return;
    }
    await this.#sure([200, 204, 404], 'DELETE', `/api/v1/keys/${id}`);
    this.ledger.acknowledge('revoked key', async () => {
      const { status } = await this.#read('/api/v1/me', secret);
      return status === 401 ? null : `the revoked key ${name} answers ${status}`;
    });
  }

  /** One at a time: the last acknowledged value must stay until the next is sent. */
  #tagline: { wanted: string; isSettled: boolean } | undefined;

  async #setting(): Promise<void> {
    if (this.#isSetting) return;
    this.#isSetting = true;
    try {
      const tagline = this.#name('taglines');
      this.#tagline = { wanted: tagline, isSettled: false };
      await this.#sure([200], 'PATCH', '/api/v1/settings/branding?context=organization', { tagline });
      this.#tagline = { wanted: tagline, isSettled: true };
      this.ledger.acknowledge('setting', async () => {
        const before = this.#tagline;
        if (!before?.isSettled || before.wanted !== tagline) return null;
        const { bytes } = await this.#read('/api/v1/settings?context=organization');
        return this.#tagline?.wanted !== tagline || bytes.includes(tagline)
          ? null
          : `the tagline ${tagline} is gone`;
      });
    } finally {
      this.#isSetting = false;
    }
  }
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
