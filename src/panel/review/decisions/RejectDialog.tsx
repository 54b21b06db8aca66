'use client';
// Rejects the selected proposals with one note.
import { Sheet } from '../../ui/Sheet.tsx';
import { RejectForm } from './RejectForm.tsx';

interface Props {
  count: number;
  busy: boolean;
  onReject: (note: string | null) => void;
  onClose: () => void;
}

export function RejectDialog({ count, busy, onReject, onClose }: Props) {
  return (
    <Sheet title={`Reject ${count}`} onClose={onClose}>
      <RejectForm busy={busy} onReject={onReject} onCancel={onClose} />
    </Sheet>
  );
}
