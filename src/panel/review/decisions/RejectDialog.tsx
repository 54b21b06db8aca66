'use client';
// Rejects the selected proposals with one note.
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
  return (
    <Sheet title={t('review:rejectMany', { count })} asks onClose={onClose}>
      <RejectForm busy={busy} onReject={onReject} onCancel={onClose} />
    </Sheet>
  );
}
