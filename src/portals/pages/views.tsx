// The portal's views beside the pages of its brands: home, files, search results, terms.
import type { ReactElement } from 'react';
import type { Answer } from '../../core/operation.ts';
import type { Service } from '../../core/service.ts';
import { FileCard } from '../../sharing/file-card.tsx';
import { Pager } from '../../sharing/pager.tsx';
import { countText, dayText } from '../../sharing/words.ts';
import type { EnteredPortal } from '../visibility.ts';
import { findOnPortal } from '../find.ts';
import { readPortal } from '../read.ts';
import { pagePath } from '../rules.ts';
import type { PortalAsset } from '../schemas.ts';
import { portalUpdates } from '../updates.ts';
import { Prose } from './prose.tsx';
import { homeOf, portalPage, showPortal, viewOf, viewPage, type ShownPortal } from './shell.tsx';
import { changesText } from './words.ts';

const filesPerPage = 48;
const filesAtHome = 8;

function Downloads({ asset }: { asset: PortalAsset }): ReactElement {
  const [original, ...others] = asset.downloads;
  const name = asset.title ?? asset.filename;
  return (
    <div className="noprint">
      {original ? (
        <a className="button plain" href={original.url} aria-label={`Download ${name}`}>
          Download
        </a>
      ) : null}
      {others.length > 0 ? (
        <details className="more">
          <summary aria-label={`Other formats of ${name}`}>Other formats</summary>
          <ul className="downloads">
            {others.map((one) => (
              <li key={one.name}>
                <a href={one.url}>{one.name}</a>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}

function Files({ assets, level }: { assets: readonly PortalAsset[]; level: 2 | 3 }): ReactElement {
  return (
    <ul className="files">
      {assets.map((asset) => (
        <FileCard
          key={asset.id}
          level={level}
          file={{
            ...asset,
            title: asset.title ?? asset.filename,
            credit: asset.creator ?? asset.copyright,
            license: asset.rights?.license ?? null,
          }}
        >
          <Downloads asset={asset} />
        </FileCard>
      ))}
    </ul>
  );
}

function PageCards({ shown }: { shown: ShownPortal }): ReactElement {
  const { portal, brands } = shown;
  return (
    <>
      {brands.map(({ slug, name, pages }) => {
        const top = pages.filter(({ parent }) => parent === null);
        return top.length === 0 ? null : (
          <section key={slug} className="part">
            <h2>{brands.length > 1 ? name : 'Guidelines'}</h2>
            <ul className="cards">
              {top.map((page) => (
                <li key={page.slug} className="card">
                  <h3>
                    <a href={`${homeOf(portal)}/${pagePath(slug, page.slug)}`}>{page.title}</a>
                  </h3>
                  {page.lede ? <p>{page.lede}</p> : null}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

/** The home page. */
export async function homePage(service: Service, portal: EnteredPortal): Promise<Answer> {
  const [shown, view, news] = await Promise.all([
    showPortal(service, portal),
    readPortal(service, portal, { limit: filesAtHome, offset: 0 }),
    portalUpdates(service, portal, null),
  ]);
  const [latest] = news.data;
  return portalPage(shown, {
    title: portal.name,
    description: portal.intro,
    body: (
      <>
        <div className="hero">
          <div className="wrap">
            <h1>{portal.name}</h1>
            {portal.intro === null ? null : <Prose text={portal.intro} />}
          </div>
        </div>
        <div className="wrap">
          <PageCards shown={shown} />
          {view.total === 0 ? null : (
            <section className="part">
              <div className="row">
                <h2>Files</h2>
                <a href={viewOf(portal, 'files')}>
                  {view.total === 1 ? 'One file' : `All ${view.total} files`}
                </a>
              </div>
              <Collections portal={portal} chosen={undefined} />
              <Files assets={view.assets} level={3} />
            </section>
          )}
          {latest ? (
            <section className="part">
              <div className="row">
                <h2>What’s new</h2>
                <a href={viewOf(portal, 'updates')}>All updates</a>
              </div>
              <ol className="news">
                <li>
                  <time className="quiet" dateTime={latest.publishedAt}>
                    {dayText(latest.publishedAt)}
                  </time>
                  {latest.note === null ? null : <Prose text={latest.note} />}
                  <p className="quiet">{changesText(latest.changes)}.</p>
                </li>
              </ol>
            </section>
          ) : null}
        </div>
      </>
    ),
  });
}

function Collections({
  portal,
  chosen,
  q = '',
}: {
  portal: EnteredPortal;
  chosen: string | undefined;
  q?: string;
}): ReactElement | null {
  if (portal.collections.length === 0) return null;
  const to = (collection: string | undefined): string => {
    const query = new URLSearchParams({ ...(q && { q }), ...(collection && { collection }) }).toString();
    return `${viewOf(portal, 'files')}${query && `?${query}`}`;
  };
  return (
    <ul className="choices" aria-label="Collections">
      {[{ id: undefined, name: 'All' }, ...portal.collections].map(({ id, name }) => (
        <li key={id ?? ''}>
          <a href={to(id)} aria-current={id === chosen ? 'true' : undefined}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

export interface FilesQuery {
  q: string;
  collection: string | undefined;
  /** From 1. */
  page: number;
}

/** Every file that this visitor can see, with a search. */
export async function filesPage(
  service: Service,
  portal: EnteredPortal,
  { q, collection, page }: FilesQuery,
): Promise<Answer> {
  const offset = (page - 1) * filesPerPage;
  const [shown, view] = await Promise.all([
    showPortal(service, portal),
    readPortal(service, portal, { q, collection, limit: filesPerPage, offset }),
  ]);
  const to = (other: number): string =>
    `?${new URLSearchParams({ ...(q && { q }), ...(collection && { collection }), page: String(other) })}`;
  return viewPage(shown, {
    title: 'Files',
    view: 'files',
    lede: `${countText(view.total, 'file')} to view and download.`,
    children: (
      <>
        <form className="find noprint" role="search" aria-label="Files" action={viewOf(portal, 'files')}>
          <input type="search" name="q" defaultValue={q} aria-label="Search files" maxLength={200} />
          {collection === undefined ? null : <input type="hidden" name="collection" value={collection} />}
          <button>Search</button>
        </form>
        <Collections portal={portal} chosen={collection} q={q} />
        {view.assets.length === 0 ? (
          <p className="note">{q === '' ? 'There are no files here at the moment.' : 'No results.'}</p>
        ) : (
          <Files assets={view.assets} level={2} />
        )}
        <Pager page={page} last={Math.ceil(view.total / filesPerPage)} to={to} />
      </>
    ),
  });
}

interface Found {
  title: string;
  url: string;
  says: string | null;
}

function FoundList({ title, found }: { title: string; found: readonly Found[] }): ReactElement | null {
  return found.length === 0 ? null : (
    <section className="part">
      <h2>{title}</h2>
      <ul className="mqb-links">
        {found.map((one, index) => (
          <li key={index}>
            <a href={one.url}>{one.title}</a>
            {one.says ? <p className="quiet small">{one.says}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Search results among what this visitor may see. */
export async function searchPage(service: Service, portal: EnteredPortal, q: string): Promise<Answer> {
  const [shown, { pages, sections, rules, assets }] = await Promise.all([
    showPortal(service, portal),
    findOnPortal(service, portal, q),
  ]);
  const total = pages.length + sections.length + rules.length + assets.length;
  return viewPage(shown, {
    title: q === '' ? 'Search' : `Search: ${q}`,
    view: 'search',
    q,
    heading: q === '' ? 'Search' : `“${q}”`,
    lede:
      q === ''
        ? 'Enter a search term.'
        : total === 0
          ? 'No results. Try fewer or different words.'
          : countText(total, 'result', 'results'),
    children: (
      <>
        <FoundList title="Pages" found={pages.map(({ title, url, lede }) => ({ title, url, says: lede }))} />
        <FoundList
          title="On pages"
          found={sections.map(({ title, url, text, page }) => ({ title: title ?? page, url, says: text }))}
        />
        <FoundList
          title="Rules"
          found={rules.map(({ label, url, usage, key }) => ({ title: label || key, url, says: usage }))}
        />
        {assets.length === 0 ? null : (
          <section className="part">
            <h2>Files</h2>
            <Files assets={assets} level={3} />
          </section>
        )}
      </>
    ),
  });
}

export async function termsPage(service: Service, portal: EnteredPortal): Promise<Answer> {
  const shown = await showPortal(service, portal);
  return viewPage(shown, {
    title: 'Terms of use',
    view: 'terms',
    children: (
      <>
        {portal.terms === null ? (
          <p className="note">This portal has no terms of use.</p>
        ) : (
          <Prose text={portal.terms} />
        )}
      </>
    ),
  });
}
