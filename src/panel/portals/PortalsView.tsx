'use client';
// The portals of the workspace: what each shows, who can visit it, and whether it's open.
import { Link } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import type { ListViewClientProps } from 'payload';
import type { Collection } from '../../assets/collections/collection-schemas.ts';
import type { Portal } from '../../portals/schemas.ts';
import { CollectionCover } from '../assets/collections/CollectionCover.tsx';
import { changesTo, useLive } from '../client/live.ts';
import { call } from '../client/operations.ts';
import { useOperation } from '../client/useOperation.ts';
import { NewRecord } from '../sharing/NewRecord.tsx';
import { RecordsView } from '../sharing/RecordsView.tsx';
import { visibilityKeys } from '../sharing/visibility-words.ts';
import { useAdminRoute } from '../shell/routes.ts';
import { useWords } from '../words/useWords.ts';
import type { Translate } from '../words/words.tsx';
import { badgeOfPortal, notOpenedYet, stateInWords, stateOfPortal } from './portal-words.ts';
import { withThumbnails } from '../assets/pictured.ts';

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
  const words = useWords();
  const { t } = words;
  const route = useAdminRoute();
  const first = portal.collections.flatMap((id) => named.collections.get(id)?.previews ?? []);
  return (
    <li className="mq-record">
      <span className="mq-record__picture">
        <CollectionCover collection={{ previews: first.slice(0, 3) }} shownAt={96} />
      </span>
      <span className="mq-record__what">
        <Link className="mq-record__name" href={route(`/collections/portals/${portal.id}`)} prefetch={false}>
          {portal.name}
        </Link>
        <span className="mq-muted">{portal.url.replace(/^https?:\/\//, '')}</span>
        <span className="mq-muted">{contentsInWords(portal, named, t)}</span>
      </span>
      <span className="mq-record__state">
        <span className={`mq-badge mq-badge--${badgeOfPortal[stateOfPortal(portal)]}`}>
          {stateInWords(portal, words)}
        </span>
      </span>
      <span className="mq-record__state mq-muted">{t(visibilityKeys[portal.access])}</span>
    </li>
  );
}

function NewPortal({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const router = useRouter();
  const route = useAdminRoute();
  return (
    <NewRecord
      noun="portal"
      placeholder={t('portals:exampleName')}
      words={t('portals:newHint')}
      onClose={onClose}
      onCreate={async (name) => {
        const { data } = await call('create_portal', { body: { name, expiresAt: notOpenedYet } });
        router.push(route(`/collections/portals/${data.id}`));
      }}
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
