// The links and forms on the pages of a portal, as a browser gets them.
import { expect } from '@jest/globals';
import type { TestService } from '../setup/service.ts';

/** The links of a page to the same portal, without those within the page. @param home path of the portal */
export async function linksOf(
  marque: TestService,
  home: string,
  address: string,
): Promise<{ links: string[]; html: string }> {
  const reply = await marque.call('GET', address, {
    headers: { accept: 'text/html', 'accept-language': 'en' },
  });
  expect([address, reply.status]).toEqual([address, 200]);
  const html = reply.bytes.toString();
  const links = [...html.matchAll(/<a\b[^>]*\shref="([^"#][^"]*)"/g)]
    .map(([, href = '']) => new URL(href.replaceAll('&amp;', '&'), `${marque.url}${address}`))
    .filter(({ pathname }) => pathname === home || pathname.startsWith(`${home}/`))
    .map(({ pathname, search, hash }) => `${pathname}${search}${hash}`);
  return { links, html };
}

/** Expects a page that is asked for in a language to link to `also`, and nowhere without that language. */
export async function expectLinksIn(
  marque: TestService,
  home: string,
  { page, lang, also }: { page: string; lang: string; also: string },
): Promise<void> {
  const asked = `${page}${page.includes('?') ? '&' : '?'}lang=${lang}`;
  const { links, html } = await linksOf(marque, home, asked);
  expect([page, links]).toEqual([page, expect.arrayContaining([also])]);
  expect([page, links.filter((link) => !link.includes(`lang=${lang}`))]).toEqual([page, []]);
  // What forms send replaces the query.
  const forms = html.match(/<form\b/g);
  const inputs = html.match(new RegExp(`<input type="hidden" name="lang" value="${lang}"`, 'g'));
  expect([page, inputs?.length]).toEqual([page, forms?.length]);
}
