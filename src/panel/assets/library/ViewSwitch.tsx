'use client';
// Grid or table.
import { useSyncExternalStore } from 'react';
import { GridIcon, TableIcon } from '../../ui/icons.tsx';

type View = 'grid' | 'table';

const viewKey = 'marque-library-view';
const viewChanged = 'marque-library-view-changed';

/** Grid or table, stored in this browser. The server always renders the grid first. */
export function useView(): [View, (view: View) => void] {
  const view = useSyncExternalStore<View>(
    (changed) => {
      window.addEventListener(viewChanged, changed);
      return () => {
        window.removeEventListener(viewChanged, changed);
      };
    },
    () => (window.localStorage.getItem(viewKey) === 'table' ? 'table' : 'grid'),
    () => 'grid',
  );
  return [
    view,
    (next) => {
      window.localStorage.setItem(viewKey, next);
      window.dispatchEvent(new Event(viewChanged));
    },
  ];
}

export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const choices = [
    { value: 'grid' as const, label: 'Grid', Drawing: GridIcon },
    { value: 'table' as const, label: 'Table', Drawing: TableIcon },
  ];
  return (
    <div className="mq-switch" role="group" aria-label="Show as">
      {choices.map(({ value, label, Drawing }) => (
        <button key={value} type="button" aria-pressed={view === value} onClick={() => onChange(value)}>
          <Drawing />
          <span>{label}</span>
        </button>
      ))}
    </div>
  );
}
