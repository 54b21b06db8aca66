'use client';
// The saved searches as links to the library.
import type { ReactNode } from 'react';
import type { SavedSearch } from '../../../../assets/search/searches.ts';
import { useAdminRoute } from '../../../shell/routes.ts';
import { keyOf, parametersOf } from './saved-search.ts';
import { useWords } from '../../../words/useWords.ts';
import './searches.css';

interface Props {
  searches: readonly SavedSearch[];
  /** The one that it searches is marked. */
  address: URLSearchParams;
  /** Opens one without leaving the view. */
  onOpen: (parameters: URLSearchParams) => void;
  /** What stands beside each. */
  children?: (search: SavedSearch) => ReactNode;
}

export function SearchLinks({ searches, address, onOpen, children }: Props) {
  const { t } = useWords();
  const route = useAdminRoute();
  const open = keyOf(address);
  return (
    <ul className="mq-searches" aria-label={t('searches:title')}>
      {searches.map((search) => {
        const parameters = parametersOf(search.query);
        const link = {
          className: 'mq-searches__link',
          href: route(`/collections/assets?${parameters.toString()}`),
          title: t('searches:savedBy', { name: search.createdBy }),
          'aria-current': keyOf(parameters) === open ? ('page' as const) : undefined,
        };
        return (
          <li key={search.id}>
            <a
              {...link}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
                event.preventDefault();
                onOpen(parameters);
              }}
            >
              {search.name}
            </a>
            {children?.(search)}
          </li>
        );
      })}
    </ul>
  );
}
