'use client';
// An asset by id: thumbnail and name, linked to its page.
import { Link } from '@payloadcms/ui';
import { nameOf } from '../../assets/name-of.ts';
import { useAsset } from '../../assets/useAsset.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { Thumbnail } from '../../ui/Thumbnail.tsx';
import { useWords } from '../../words/useWords.ts';
import { Placeholder } from './Sides.tsx';

export function AssetLink({ id }: { id: string }) {
  const { t } = useWords();
  const { data, problem } = useAsset(id);
  const route = useAdminRoute();
  if (problem) return <Placeholder>{t('review:hiddenAsset')}</Placeholder>;
  if (!data) return <span className="mq-filebox" />;
  return (
    <Link
      className="mq-file-of"
      href={route(`/collections/assets/${id}`)}
      prefetch={false}
      title={data.filename}
    >
      <span className="mq-filebox">
        <Thumbnail asset={data} shownAt={96} />
      </span>
      <span>{nameOf(data)}</span>
    </Link>
  );
}
