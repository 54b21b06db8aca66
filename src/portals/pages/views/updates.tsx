// What's new: the latest publishes of one of the portal's brands.
import type { ReactElement } from 'react';
import { dayText } from '../../../sharing/words.ts';
import { pagePath } from '../../rules.ts';
import type { PortalUpdates } from '../../schemas.ts';
import { portalUpdates } from '../../updates.ts';
import type { EnteredPortal } from '../../visibility.ts';
import { homeOf, viewOf } from '../paths.ts';
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
            href={`${viewOf(portal, 'updates')}?${new URLSearchParams({ brand: slug })}`}
            aria-current={slug === chosen ? 'true' : undefined}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** One publish. `pageUrl`: the address of a page of its brand. */
function Update({
  update: { publishedAt, note, image, changes },
  media,
  pageUrl,
}: {
  update: PortalUpdates['data'][number];
  media: PortalUpdates['media'];
  pageUrl: ((page: string) => string) | null;
}): ReactElement {
  const picture = image === null ? undefined : media[image];
  const links = [...changes.pages.added, ...changes.pages.changed];
  return (
    <li>
      <time className="quiet" dateTime={publishedAt}>
        {dayText(publishedAt)}
      </time>
      {note === null ? null : <Prose text={note} />}
      {picture ? (
        <img src={picture.thumbnail ?? picture.url} alt={picture.title ?? ''} loading="lazy" />
      ) : null}
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
    const { data, media } = await portalUpdates(service, portal, brand ?? null);
    const chosen = brand ?? portal.brands[0]?.slug;
    const pageUrl =
      chosen === undefined ? null : (page: string) => `${homeOf(portal)}/${pagePath(chosen, page)}`;
    return {
      children: (
        <>
          <BrandChoices portal={portal} chosen={chosen} />
          {data.length === 0 ? <p className="note">Nothing has been published yet.</p> : null}
          <ol className="news">
            {data.map((update) => (
              <Update key={update.version} update={update} media={media} pageUrl={pageUrl} />
            ))}
          </ol>
        </>
      ),
    };
  },
};
