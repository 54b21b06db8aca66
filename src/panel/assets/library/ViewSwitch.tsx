'use client';
// Grid or list: in the address, and as it was left where the address doesn't say.
import { useEffect } from 'react';
import type { GoTo } from '../../client/useAddress.ts';
import { useCompact } from './useDensity.ts';
import { GridIcon, TableIcon } from '../../ui/icons.tsx';
import { useWords } from '../../words/useWords.ts';

export type View = 'grid' | 'list';

const viewKey = 'marque-library-view';

/** What the address says: without it, a grid. */
const viewIn = (parameters: URLSearchParams): View => (parameters.get('view') === 'list' ? 'list' : 'grid');

export function useView(
  parameters: URLSearchParams,
  goTo: GoTo,
): [view: View, setView: (view: View) => void] {
  const asked = parameters.has('view');
  useEffect(() => {
    if (asked || window.localStorage.getItem(viewKey) !== 'list') return;
    // Payload's list rewrites the address once it's there.
    const after = window.setTimeout(() => goTo({ view: 'list' }, 'replace'));
    return () => window.clearTimeout(after);
  }, [asked, goTo]);
  return [
    viewIn(parameters),
    (next) => {
      window.localStorage.setItem(viewKey, next);
      goTo({ view: next === 'grid' ? null : next }, 'replace');
    },
  ];
}

export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const { t } = useWords();
  const choices = [
    { value: 'grid' as const, label: t('library:grid'), Drawing: GridIcon },
    { value: 'list' as const, label: t('library:list'), Drawing: TableIcon },
  ];
  return (
    <div className="mq-switch" role="group" aria-label={t('library:showAs')}>
      {choices.map(({ value, label, Drawing }) => (
        <button key={value} type="button" aria-pressed={view === value} onClick={() => onChange(value)}>
          <Drawing />
          <span>{label}</span>
        </button>
      ))}
    </div>
  );
}

/** Bigger cards and rows, or more of them. */
export function DensitySwitch() {
  const { t } = useWords();
  const [isCompact, choose] = useCompact();
  return (
    <button
      type="button"
      className="mq-button mq-button--small"
      aria-pressed={isCompact}
      onClick={() => choose(!isCompact)}
    >
      {t('library:compact')}
    </button>
  );
}
