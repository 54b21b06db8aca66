'use client';
// Uploads files from any view, with Ctrl+K.
import { isAllowed, useMe } from '../client/me.tsx';
import { useFinding } from '../shell/finder/finding.ts';
import { useUploads } from './uploads.tsx';
import { useWords } from '../words/useWords.ts';

export function UploadCommand() {
  const { t } = useWords();
  const me = useMe();
  const { choose } = useUploads();
  const finding = useFinding();
  if (!me || !isAllowed(me, 'propose')) return null;
  return finding?.offerToDo({ label: t('uploads:uploadFiles'), onSelect: () => choose() });
}
