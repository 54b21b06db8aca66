'use client';
// The bar at the bottom of a form with unsaved changes: the one Save of the screen.
import type { Saving } from '../client/useSaving.ts';
import { useWords } from '../words/useWords.ts';
import './sharing.css';

interface Props {
  saving: Saving;
  onSave: () => void;
  onDiscard: () => void;
}

export function SaveBar({ saving, onSave, onDiscard }: Props) {
  const { t } = useWords();
  const unsaved = t('sharing:unsaved');
  return (
    <div className="mq-savebar" role="region" aria-label={unsaved}>
      <p className="mq-savebar__words" role={saving.problem ? 'alert' : undefined}>
        {saving.problem ?? unsaved}
      </p>
      <button type="button" className="mq-button" disabled={saving.busy} onClick={onDiscard}>
        {t('sharing:discard')}
      </button>
      <button type="button" className="mq-button mq-button--primary" disabled={saving.busy} onClick={onSave}>
        {t(saving.busy ? 'sharing:saving' : 'ui:save')}
      </button>
    </div>
  );
}
