// Visitors of review links in tests: who they say they are, and what they send, as the forms of the page do.
import type { Reply, TestService } from '../setup/service.ts';
import type { ShareLink } from './share-links.ts';

type Fields = Record<string, string>;

export interface ReviewVisitor {
  /** The cookie of the link, as a browser sends it. */
  cookie: string;
  /** Sends a form below the link's page. */
  send(path: string, fields: Fields, headers?: Fields): Promise<Reply>;
  /** Comments, and returns the ID. */
  comment(asset: string, body: string, fields?: Fields): Promise<string>;
  /** The HTML of the page. */
  page(): Promise<string>;
}

/** Without a cookie at first. */
export function openReview(
  marque: TestService,
  { token }: Pick<ShareLink, 'token'>,
  cookie = '',
): ReviewVisitor {
  const send = (path: string, fields: Fields, headers: Fields = {}): Promise<Reply> =>
    marque.call('POST', `/s/${token}/${path}`, {
      body: new URLSearchParams(fields),
      headers: { origin: marque.url, ...(cookie && { cookie }), ...headers },
    });
  return {
    cookie,
    send,
    comment: async (asset, body, fields = {}) => {
      const { status, headers, bytes } = await send('comments', { asset, body, ...fields });
      const id = /#comment-([\da-f-]{36})$/.exec(headers.get('location') ?? '')?.[1];
      if (status !== 303 || id === undefined) throw new Error(`${status}: ${bytes.toString()}`);
      return id;
    },
    page: async () => {
      const headers = { accept: 'text/html', ...(cookie && { cookie }) };
      return (await marque.call('GET', `/s/${token}`, { headers })).bytes.toString();
    },
  };
}

export const ada = { name: 'Ada Able', email: 'Ada@Example.com' };

/** A visitor who said who they are. */
export async function enterReview(
  marque: TestService,
  link: Pick<ShareLink, 'token'>,
  said: { name: string; email: string } = ada,
): Promise<ReviewVisitor> {
  const reply = await openReview(marque, link).send('visitor', said);
  if (reply.status !== 303) throw new Error(`${reply.status}: ${reply.bytes.toString()}`);
  return openReview(marque, link, (reply.headers.get('set-cookie') ?? '').split(';')[0]);
}
