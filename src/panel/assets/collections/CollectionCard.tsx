'use client';
// One collection in a grid. The whole card is a link.
import { Link } from '@payloadcms/ui';
import type { Collection } from '../../../assets/collections/collection-schemas.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { counted } from '../../ui/format.ts';
import { LockIcon } from '../../ui/icons.tsx';
import { CollectionCover } from './CollectionCover.tsx';
import { collectionPathOf } from './paths.ts';

export function CollectionCard({ collection }: { collection: Collection }) {
  const route = useAdminRoute();
  return (
    <li className="mq-card">
      <div className="mq-card__picture">
        <CollectionCover collection={collection} shownAt={300} />
      </div>
      <div className="mq-card__text">
        <Link
          className="mq-card__name"
          href={route(collectionPathOf(collection.id))}
          prefetch={false}
          title={collection.description ?? collection.name}
        >
          {collection.name}
        </Link>
        <span className="mq-card__facts">
          {counted(collection.count, 'asset')}
          {collection.private && (
            <span className="mq-private">
              <LockIcon /> Private
            </span>
          )}
        </span>
      </div>
    </li>
  );
}
