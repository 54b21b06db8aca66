'use client';
// Why an asset has no picture, or that it's being drawn, and why search doesn't find its words.
import { useWords } from '../../../words/useWords.ts';
import { usePreview } from '../../usePreview.ts';

export function PreviewState({ id }: { id: string }) {
  const { t, said } = useWords();
  const preview = usePreview(id);
  if (!preview) return null;
  const { state, reason, text } = preview;
  const lines = [
    ...(state === 'pending' ? [t('asset:previewPending')] : []),
    ...(state === 'unavailable' ? [said(reason ?? '')] : []),
    ...(text?.reason ? [t('asset:textUnreadable', { reason: said(text.reason) })] : []),
  ];
  return lines.map((line) => (
    <p key={line} className="mq-muted mq-preview__why" role="status">
      {line}
    </p>
  ));
}
