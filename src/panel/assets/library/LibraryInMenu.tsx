'use client';
// What is below Library in the menu: saved searches, and collections while assets are dragged.
import { CollectionsInMenu } from '../collections/menu/CollectionsInMenu.tsx';
import { SearchesInMenu } from './searches/SearchesInMenu.tsx';

export function LibraryInMenu() {
  return (
    <>
      <CollectionsInMenu />
      <SearchesInMenu />
    </>
  );
}
