'use client';
// The portals of the workspace: what each shows, who can visit it, and whether it's open.
import type { ListViewClientProps } from 'payload';
import type { Collection } from '../../assets/collections/collection-schemas.ts';
import type { Portal } from '../../portals/schemas.ts';
import { CollectionCover } from '../assets/collections/CollectionCover.tsx';
import { changesTo, useLive } from '../client/live.ts';
import { call } from '../client/operations.ts';
import { useOperation } from '../client/useOperation.ts';
import { NewRecord } from '../sharing/NewRecord.tsx';
import { RecordRow } from '../sharing/RecordRow.tsx';
import { RecordsView } from '../sharing/RecordsView.tsx';
import { useWords } from '../words/useWords.ts';
import type { Translate } from '../words/words.tsx';
import { PortalBadge } from './PortalBadge.tsx';
import { notOpenedYet } from './portal-words.ts';
import { withThumbnails } from '../assets/pictured.ts';

const portalsPath = '/collections/portals';
const shown = changesTo('portal');

interface Named {
  brands: ReadonlyMap<string, string>;
  collections: ReadonlyMap<string, Collection>;
}

/** "Acme, Summer campaign and 3 more". */
function contentsInWords({ brands, collections }: Portal, named: Named, t: Translate): string {
  const names = [
    ...brands.map((slug) => named.brands.get(slug) ?? slug),
    ...collections.flatMap((id) => named.collections.get(id)?.name ?? []),
  ];
  if (names.length === 0) return t('portals:showsNothing');
  const first = names.slice(0, 3).join(', ');
  return names.length > 3 ? t('portals:andMore', { names: first, count: names.length - 3 }) : first;
}

function PortalRow({ portal, named }: { portal: Portal; named: Named }) {
  const { t } = useWords();
  const first = portal.collections.flatMap((id) => named.collections.get(id)?.previews ?? []);
  return (
    <RecordRow
      record={portal}
      path={`${portalsPath}/${portal.id}`}
      picture={<CollectionCover collection={{ previews: first.slice(0, 3) }} shownAt={96} />}
      about={contentsInWords(portal, named, t)}
      state={<PortalBadge portal={portal} />}
    />
  );
}

function NewPortal({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  return (
    <NewRecord
      noun="portal"
      listedAt={portalsPath}
      placeholder={t('portals:exampleName')}
      words={t('portals:newHint')}
      onCreate={(name) => call('create_portal', { body: { name, expiresAt: notOpenedYet } })}
      onClose={onClose}
    />
  );
}

export function PortalsView(view: ListViewClientProps) {
  const { t } = useWords();
  const { data, problem, again } = useOperation('list_portals', {});
  const brands = useOperation('list_brands', {}).data;
  const collections = useOperation('list_collections', withThumbnails).data;
  useLive(shown, again);
  const named: Named = {
    brands: new Map(brands?.map(({ slug, name }) => [slug, name])),
    collections: new Map(collections?.map((collection) => [collection.id, collection])),
  };
  return (
    <RecordsView
      view={view}
      list={{
        noun: 'portal',
        // The rows name what they show.
        items: brands && collections && data,
        problem,
        onRetry: again,
        empty: t('portals:emptyHint'),
        row: (portal: Portal) => <PortalRow key={portal.id} portal={portal} named={named} />,
        creating: (onClose) => <NewPortal onClose={onClose} />,
      }}
    />
  );
}
