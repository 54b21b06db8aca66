'use client';
// Uploads files from any view, with Ctrl+K.
import { isAllowed, useMe } from '../client/me.tsx';
import { useFinding } from '../shell/finder/finding.ts';
import { useUploads } from './uploads.tsx';

export function UploadCommand() {
  const me = useMe();
  const { add } = useUploads();
  const finding = useFinding();
  if (!me || !isAllowed(me, 'propose')) return null;
  const choose = (): void => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.addEventListener('change', () => add(input.files ?? []));
    input.click();
  };
  return finding?.offerToDo({ label: 'Upload files', onSelect: choose });
}
