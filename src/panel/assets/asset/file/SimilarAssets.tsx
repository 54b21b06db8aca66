'use client';
// Near-duplicates of an asset: a strip of pictures that open theirs. Nothing if there are none.
import { Link } from '@payloadcms/ui';
import { changesTo, useLive } from '../../../client/live.ts';
import { useOperation } from '../../../client/useOperation.ts';
import { useAdminRoute } from '../../../shell/routes.ts';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { Thumbnail } from '../../../ui/Thumbnail.tsx';
import { useWords } from '../../../words/useWords.ts';
import { withThumbnails } from '../../pictured.ts';
import { nameOf } from '../../name-of.ts';
import { pixelsOf } from '../../pixels.ts';
import './similar.css';

/** As many as can be looked through at a glance. */
const most = 12;

export function SimilarAssets({ id }: { id: string }) {
  const { t } = useWords();
  const route = useAdminRoute();
  const { answer, again } = useOperation('list_similar_assets', { id, limit: most, ...withThumbnails });
  useLive(changesTo('asset'), again);
  if (!answer || answer.data.length === 0) return null;
  const kinds = {
    duplicate: t('asset:samePicture'),
    near: t('asset:nearPicture'),
    variant: t('asset:variant'),
  };
  return (
    <section className="mq-similar" aria-labelledby="mq-similar">
      <h2 id="mq-similar">{t('asset:similar')}</h2>
      <ul>
        {answer.data.map(({ asset, kind }) => {
          const name = nameOf(asset);
          const thumbnail = answer.included?.[asset.id]?.thumbnail ?? null;
          const size = pixelsOf(asset);
          return (
            <li key={asset.id}>
              <Link href={route(`/collections/assets/${asset.id}`)} prefetch={false} title={name}>
                <Thumbnail asset={{ ...asset, thumbnail }} shownAt={132} />
                <span className="mq-similar__name">{name}</span>
              </Link>
              <span className="mq-muted">{kinds[kind]}</span>
              {size && <span className="mq-muted">{size}</span>}
              {asset.state !== 'active' && <StateBadge state={asset.state} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
