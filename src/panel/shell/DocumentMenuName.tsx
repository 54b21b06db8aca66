'use client';
// The accessible name of the menu beside a record's Save button: three dots, for which Payload 3.90 takes no label. Payload renders
// this component in the same bar.
import { useDocumentInfo } from '@payloadcms/ui';
import { useEffect, useRef } from 'react';
import { useWords } from '../words/useWords.ts';

export function DocumentMenuName() {
  const { t } = useWords();
  const here = useRef<HTMLSpanElement>(null);
  // The menu is there once the record is, and with the permissions it depends on.
  const { id, docPermissions } = useDocumentInfo();
  useEffect(() => {
    const bar = here.current?.closest('.doc-controls');
    bar
      ?.querySelector('.doc-controls__popup .popup-button')
      ?.setAttribute('aria-label', t('sharing:moreActions'));
  }, [id, docPermissions, t]);
  return <span ref={here} hidden />;
}
