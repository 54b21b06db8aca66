'use client';
// Uploads files from any view, with Ctrl+K.
import { isAllowed, useMe } from '../client/me.tsx';
import { useFinding } from '../shell/finder/finding.ts';
import { useUploads } from './uploads.tsx';

export function UploadCommand() {
  const me = useMe();
  const { choose } = useUploads();
  const finding = useFinding();
  if (!me || !isAllowed(me, 'propose')) return null;
  return finding?.offerToDo({ label: 'Upload files', onSelect: () => choose() });
}
