'use client';
// An asset by id: thumbnail and name, linked to its page unless that's in the way of something else.
import { Link } from '@payloadcms/ui';
import { useAdminRoute } from '../shell/routes.ts';
import { Thumbnail } from '../ui/Thumbnail.tsx';
import { useWords } from '../words/useWords.ts';
import { nameOf } from './name-of.ts';
import { useAsset } from './useAsset.ts';
import '../ui/picks.css';

interface Props {
  id: string;
  isLink?: boolean;
}

export function AssetLink({ id, isLink = true }: Props) {
  const { t } = useWords();
  const { data, problem } = useAsset(id);
  const route = useAdminRoute();
  if (problem) return <span className="mq-muted">{t('review:hiddenAsset')}</span>;
  if (!data) return <span className="mq-filebox" />;
  const named = (
    <>
      <span className="mq-filebox">
        <Thumbnail asset={data} shownAt={96} />
      </span>
      <span>{nameOf(data)}</span>
    </>
  );
  if (!isLink) return <span className="mq-file-of">{named}</span>;
  return (
    <Link
      className="mq-file-of"
      href={route(`/collections/assets/${id}`)}
      prefetch={false}
      title={data.filename}
    >
      {named}
    </Link>
  );
}
