'use client';
// Why an asset has no picture, or that it's being drawn.
import { useWords } from '../../words/useWords.ts';
import { usePreview } from '../usePreview.ts';

export function PreviewState({ id }: { id: string }) {
  const { t, said } = useWords();
  const preview = usePreview(id);
  if (!preview || preview.state === 'ready') return null;
  return (
    <p className="mq-muted mq-preview__why" role="status">
      {preview.state === 'pending' ? t('asset:previewPending') : said(preview.reason ?? '')}
    </p>
  );
}
