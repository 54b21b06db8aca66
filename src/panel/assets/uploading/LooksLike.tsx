'use client';
// Says under a new asset which one in the library its picture looks like.
import { Link } from '@payloadcms/ui';
import { useOperation } from '../../client/useOperation.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { useWords } from '../../words/useWords.ts';
import { nameOf } from '../name-of.ts';

export function LooksLike({ id }: { id: string }) {
  const { t } = useWords();
  const route = useAdminRoute();
  const { data } = useOperation('list_similar_assets', { id, limit: 1 });
  const asset = data?.[0]?.asset;
  if (!asset) return null;
  return (
    <Link className="mq-link" href={route(`/collections/assets/${asset.id}`)} prefetch={false}>
      {t('uploads:looksLike', { name: nameOf(asset) })}
    </Link>
  );
}
