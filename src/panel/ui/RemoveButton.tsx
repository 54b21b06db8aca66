'use client';
// The small × that removes an entry of a list.
import { IconButton } from './IconButton.tsx';
import { CloseIcon } from './icons.tsx';

interface Props {
  /** Names the entry, such as "Remove stop 2". */
  label: string;
  disabled?: boolean;
  onRemove: () => void;
}

export function RemoveButton({ label, disabled, onRemove }: Props) {
  return (
    <IconButton label={label} disabled={disabled} onClick={onRemove}>
      <CloseIcon />
    </IconButton>
  );
}
