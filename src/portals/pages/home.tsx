// The home page of a portal.
import type { ReactElement } from 'react';
import type { Answer } from '../../core/operation.ts';
import type { Service } from '../../core/service.ts';
import { dayText } from '../../sharing/words.ts';
import { pagePath } from '../rules.ts';
import { portalUpdates } from '../updates.ts';
import type { EnteredPortal } from '../visibility.ts';
import { Files, shownAssets } from './files.tsx';
import { pageOf, viewOf } from './paths.ts';
import { Prose } from './prose.tsx';
import { portalPage, showPortal, type ShownPortal } from './shell.tsx';
import { Collections } from './views/files.tsx';
import { changesText } from './words.ts';

const filesAtHome = 8;

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
                    <a href={pageOf(portal, pagePath(slug, page.slug))}>{page.title}</a>
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

export async function homePage(service: Service, portal: EnteredPortal): Promise<Answer> {
  const [shown, view, news] = await Promise.all([
    showPortal(service, portal),
    shownAssets(service, portal, { limit: filesAtHome, offset: 0 }),
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
