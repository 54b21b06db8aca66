'use client';
// The saved searches, as links below Library in the menu.
import { useMe } from '../../../client/me.tsx';
import { NavLink } from '../../../shell/menu/MenuLink.tsx';
import { parametersOf } from './saved-search.ts';
import { useSearches } from './useSearches.ts';

function Links() {
  const { searches } = useSearches();
  return searches?.map(({ id, name, query }) => (
    <li key={id}>
      <NavLink
        label={name}
        path={`/collections/assets?${parametersOf(query).toString()}`}
        also={[]}
        icon={null}
      />
    </li>
  ));
}

export function SearchesInMenu() {
  return useMe()?.workspace ? <Links /> : null;
}
