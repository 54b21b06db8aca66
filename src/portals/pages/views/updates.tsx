// What's new: the latest publishes of one of the portal's brands.
import type { ReactElement } from 'react';
import { signedSrcset } from '../../../assets/delivery/signed-media.ts';
import type { NamedChanges } from '../../../brands/publishing/named-changes.ts';
import type { Service } from '../../../core/service.ts';
import { dayText } from '../../../sharing/words.ts';
import { toMedia, type MediaRow } from '../../media.ts';
import { pagePath } from '../../rules.ts';
import { namedUpdates, type PortalUpdate } from '../../updates.ts';
import type { EnteredPortal } from '../../visibility.ts';
import { ChangeList, summaryOf } from '../changes.tsx';
import { feedOf, pageOf, viewOf } from '../paths.ts';
import { Prose } from '../prose.tsx';
import type { PortalView } from '../view.ts';

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

/** One publish. */
function Update({
  update: { version, publishedAt, note },
  picture,
  changes,
  place,
}: {
  update: PortalUpdate;
  picture: Picture | undefined;
  changes: NamedChanges;
  place: Pick<Parameters<typeof ChangeList>[0], 'files' | 'pageUrl'>;
}): ReactElement {
  return (
    <li id={`version-${version}`}>
      <time className="quiet" dateTime={publishedAt}>
        {dayText(publishedAt)}
      </time>
      {note === null ? null : <Prose text={note} />}
      {picture ? <img {...picture} loading="lazy" /> : null}
      <p className="quiet">{summaryOf(changes)}.</p>
      <ChangeList changes={changes} {...place} />
    </li>
  );
}

/** @throws ApiError not_found for a brand that the portal doesn't show. */
export const updates: PortalView = {
  title: 'What’s new',
  inNavigation: (portal) => portal.brands.length > 0,
  content: async ({ service, portal, query: { brand: asked } }) => {
    const {
      brand,
      updates: list,
      pictures,
      files,
      pages,
    } = await namedUpdates(service, portal, asked ?? null);
    const shown = new Map(pictures.map((row) => [row.id, pictureOf(service, row)]));
    const pageUrl = (page: string): string | null =>
      brand && pages.has(page) ? pageOf(portal, pagePath(brand.slug, page)) : null;
    return {
      children: (
        <>
          <BrandChoices portal={portal} chosen={brand?.slug} />
          {brand === null ? null : (
            <p className="noprint small">
              <a href={feedOf(portal, { brand: brand.slug })}>Subscribe to the feed</a>
            </p>
          )}
          {list.length === 0 ? <p className="note">Nothing has been published yet.</p> : null}
          <ol className="news">
            {list.map(({ update, changes }) => (
              <Update
                key={update.version}
                update={update}
                picture={update.image === null ? undefined : shown.get(update.image)}
                changes={changes}
                place={{ files, pageUrl }}
              />
            ))}
          </ol>
        </>
      ),
    };
  },
};
