'use client';
// Rejects the selected proposals with one note.
import { useKeptText } from '../../client/drafts/useKeptText.ts';
import { Sheet } from '../../ui/overlays/Sheet.tsx';
import { RejectForm } from './RejectForm.tsx';
import { useWords } from '../../words/useWords.ts';

interface Props {
  count: number;
  busy: boolean;
  onReject: (note: string | null) => void;
  onClose: () => void;
}

export function RejectDialog({ count, busy, onReject, onClose }: Props) {
  const { t } = useWords();
  const kept = useKeptText(null);
  return (
    <Sheet title={t('review:rejectMany', { count })} asks onClose={onClose}>
      <RejectForm kept={kept} busy={busy} onReject={onReject} onCancel={onClose} />
    </Sheet>
  );
}
