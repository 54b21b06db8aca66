'use client';
// Why an asset has no picture, or that it's being drawn.
import { useOperation } from '../../client/useOperation.ts';
import { useWords } from '../../words/useWords.ts';

export function PreviewState({ id }: { id: string }) {
  const { t, said } = useWords();
  const { data } = useOperation('get_asset_preview', { id });
  if (!data || data.state === 'ready') return null;
  return (
    <p className="mq-muted mq-preview__why" role="status">
      {data.state === 'pending' ? t('asset:previewPending') : said(data.reason ?? '')}
    </p>
  );
}
