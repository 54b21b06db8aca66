// What's new: the latest publishes of one of the portal's brands.
import type { ReactElement } from 'react';
import { signedSrcset } from '../../../assets/delivery/signed-media.ts';
import type { Service } from '../../../core/service.ts';
import { dayText } from '../../../sharing/words.ts';
import { toMedia, type MediaRow } from '../../media.ts';
import { pagePath } from '../../rules.ts';
import type { PortalUpdates } from '../../schemas.ts';
import { updatesWithPictures } from '../../updates.ts';
import type { EnteredPortal } from '../../visibility.ts';
import { pageOf, viewOf } from '../paths.ts';
import { Prose } from '../prose.tsx';
import type { PortalView } from '../view.ts';
import { changesText } from '../words.ts';

function BrandChoices({
  portal,
  chosen,
}: {
  portal: EnteredPortal;
  chosen: string | undefined;
}): ReactElement | null {
  return portal.brands.length < 2 ? null : (
    <ul className="choices" aria-label="Brands">
      {portal.brands.map(({ slug, name }) => (
        <li key={slug}>
          <a
            href={viewOf(portal, 'updates', { brand: slug })}
            aria-current={slug === chosen ? 'true' : undefined}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

type Picture = ReturnType<typeof pictureOf>;

/** What an `img` of it says. It's shown as wide as the text at most (`.news` in styles.ts). */
function pictureOf(service: Service, row: MediaRow) {
  const { thumbnail, url, title, alt, width, height } = toMedia(service, row);
  const srcSet = signedSrcset(service, row, 'page');
  return {
    src: thumbnail ?? url,
    ...(srcSet !== undefined && { srcSet, sizes: '(max-width: 56rem) 92vw, 50rem' }),
    alt: alt ?? title ?? '',
    ...(width !== null && height !== null && { width, height }),
  };
}

/** One publish. `pageUrl`: the address of a page of its brand. */
function Update({
  update: { publishedAt, note, changes },
  picture,
  pageUrl,
}: {
  update: PortalUpdates['data'][number];
  picture: Picture | undefined;
  pageUrl: ((page: string) => string) | null;
}): ReactElement {
  const links = [...changes.pages.added, ...changes.pages.changed];
  return (
    <li>
      <time className="quiet" dateTime={publishedAt}>
        {dayText(publishedAt)}
      </time>
      {note === null ? null : <Prose text={note} />}
      {picture ? <img {...picture} loading="lazy" /> : null}
      <p className="quiet">{changesText(changes)}.</p>
      {links.length === 0 || pageUrl === null ? null : (
        <ul className="downloads">
          {links.map((page) => (
            <li key={page.slug}>
              <a href={pageUrl(page.slug)}>{page.title}</a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** @throws ApiError not_found for a brand that the portal doesn't show. */
export const updates: PortalView = {
  title: 'What’s new',
  inNavigation: (portal) => portal.brands.length > 0,
  content: async ({ service, portal, query: { brand } }) => {
    const { updates: data, pictures } = await updatesWithPictures(service, portal, brand ?? null);
    const shown = new Map(pictures.map((row) => [row.id, pictureOf(service, row)]));
    const chosen = brand ?? portal.brands[0]?.slug;
    const pageUrl = chosen === undefined ? null : (page: string) => pageOf(portal, pagePath(chosen, page));
    return {
      children: (
        <>
          <BrandChoices portal={portal} chosen={chosen} />
          {data.length === 0 ? <p className="note">Nothing has been published yet.</p> : null}
          <ol className="news">
            {data.map((update) => (
              <Update
                key={update.version}
                update={update}
                picture={update.image === null ? undefined : shown.get(update.image)}
                pageUrl={pageUrl}
              />
            ))}
          </ol>
        </>
      ),
    };
  },
};
