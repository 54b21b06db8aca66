// Every file that a visitor can see, with a search.
import type { ReactElement } from 'react';
import { Pager } from '../../../sharing/pager.tsx';
import { countText } from '../../../sharing/words.ts';
import type { EnteredPortal } from '../../visibility.ts';
import { Files, shownAssets } from '../files.tsx';
import { LangInput } from '../lang-input.tsx';
import { downloadOf, queryIn, viewOf } from '../paths.ts';
import type { PortalView } from '../view.ts';

const filesPerPage = 48;

export function Collections({
  portal,
  chosen,
  q = '',
}: {
  portal: EnteredPortal;
  chosen: string | undefined;
  q?: string;
}): ReactElement | null {
  if (portal.collections.length === 0) return null;
  const to = (collection: string | undefined): string =>
    viewOf(portal, 'files', { ...(q && { q }), ...(collection && { collection }) });
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

export const files: PortalView = {
  title: 'Files',
  inNavigation: () => true,
  content: async ({ service, portal, query: { q, collection, page } }) => {
    const offset = (page - 1) * filesPerPage;
    const view = await shownAssets(service, portal, { q, collection, limit: filesPerPage, offset });
    const to = (other: number): string =>
      queryIn(portal, { ...(q && { q }), ...(collection && { collection }), page: String(other) });
    return {
      lede: `${countText(view.total, 'file')} to view and download.`,
      children: (
        <>
          <form className="find noprint" role="search" aria-label="Files" action={viewOf(portal, 'files')}>
            <input type="search" name="q" defaultValue={q} aria-label="Search files" maxLength={200} />
            {collection === undefined ? null : <input type="hidden" name="collection" value={collection} />}
            <LangInput portal={portal} />
            <button>Search</button>
          </form>
          <Collections portal={portal} chosen={collection} q={q} />
          {collection === undefined || q !== '' || view.total < 2 ? null : (
            <p className="noprint">
              <a className="button plain" href={downloadOf(portal, { collection })}>
                Download all
              </a>
            </p>
          )}
          {view.assets.length === 0 ? (
            <p className="note">{q === '' ? 'There are no files here at the moment.' : 'No results.'}</p>
          ) : (
            <Files assets={view.assets} level={2} />
          )}
          <Pager page={page} last={Math.ceil(view.total / filesPerPage)} to={to} />
        </>
      ),
    };
  },
};
