// What's new on a portal as an Atom feed (RFC 4287): each publish of one of its brands, with what it changed by name.
import { variesByLanguage } from '../assets/languages/visitor-language.ts';
import { miningHeaders, miningOfWorkspace } from '../assets/mining.ts';
import { Answer } from '../core/operation.ts';
import type { Service } from '../core/service.ts';
import { ChangeList, summaryOf } from './pages/changes.tsx';
import { feedOf, pageOf, viewOf } from './pages/paths.ts';
import { Prose } from './pages/prose.tsx';
import { pagePath } from './rules.ts';
import { namedUpdates, type NamedUpdates } from './updates.ts';
import type { EnteredPortal } from './visibility.ts';

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text in XML, without the control characters that XML 1.0 forbids (2.2). */
const xml = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
    .replace(/[&<>"]/g, (character) => escaped[character] ?? '');

/** The first line of a note, without Markdown's marks. */
const titleOf = (note: string): string =>
  (note.split('\n')[0] ?? '')
    .replace(/^[#>\s]+/, '')
    .replace(/[*_`]/g, '')
    .trim()
    .slice(0, 200);

type Entry = NamedUpdates['updates'][number];

/** React's renderer is imported when it's needed, as in document.tsx. */
async function htmlOfEntry(
  { update, changes }: Entry,
  place: { files: NamedUpdates['files']; pageUrl: (slug: string) => string | null },
): Promise<string> {
  const { renderToStaticMarkup } = await import('react-dom/server');
  return renderToStaticMarkup(
    <>
      {update.note === null ? null : <Prose text={update.note} />}
      <p>{summaryOf(changes)}.</p>
      <ChangeList changes={changes} {...place} />
    </>,
  );
}

/** @throws ApiError not_found for a brand that the portal doesn't show. */
export async function portalFeed(
  service: Service,
  portal: EnteredPortal,
  slug: string | null,
): Promise<Answer> {
  const { brand, updates, files, pages } = await namedUpdates(service, portal, slug);
  const at = (path: string): string => `${service.env.serverUrl}${path}`;
  const query: Record<string, string> = brand ? { brand: brand.slug } : {};
  const page = at(viewOf(portal, 'updates', query));
  // Ids are the same in every language: they never change (RFC 4287, 4.2.6).
  const idOfPage = at(viewOf({ slug: portal.slug }, 'updates', query));
  const pageUrl = (one: string): string | null =>
    brand && pages.has(one) ? at(pageOf(portal, pagePath(brand.slug, one))) : null;
  const entries = await Promise.all(
    updates.map(async (entry) => {
      const { version, publishedAt, note } = entry.update;
      const link = `${page}#version-${version}`;
      const id = `${idOfPage}#version-${version}`;
      const title = (note && titleOf(note)) || summaryOf(entry.changes);
      return `<entry><title>${xml(title)}</title><id>${xml(id)}</id><link rel="alternate" type="text/html" href="${xml(link)}"/><updated>${publishedAt}</updated><content type="html">${xml(await htmlOfEntry(entry, { files, pageUrl }))}</content></entry>`;
    }),
  );
  const title = `${portal.brands.length > 1 && brand ? brand.name : portal.name}: What’s new`;
  const self = at(feedOf(portal, query));
  const id = at(feedOf({ slug: portal.slug }, query));
  const updated = updates[0]?.update.publishedAt ?? new Date(0).toISOString();
  const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>${xml(title)}</title><id>${xml(id)}</id><link rel="self" type="application/atom+xml" href="${xml(self)}"/><link rel="alternate" type="text/html" href="${xml(page)}"/><updated>${updated}</updated><author><name>${xml(portal.name)}</name></author>${entries.join('')}</feed>
`;
  return new Answer(
    200,
    { kind: 'bytes', bytes: Buffer.from(feed) },
    {
      'content-type': 'application/atom+xml; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=300',
      ...variesByLanguage,
      ...miningHeaders(await miningOfWorkspace(service.db, portal.workspaceId)),
    },
  );
}
