'use client';
// Chooses for which assets a change is undone.
import { useId, useState, type MouseEvent } from 'react';
import { useBusy } from '../../../client/useBusy.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { FormFoot } from '../../../ui/form/FormFoot.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { Thumbnail } from '../../../ui/Thumbnail.tsx';
import { useWords } from '../../../words/useWords.ts';
import { nameOf } from '../../name-of.ts';
import type { Back } from './undo-change.ts';

interface Props {
  backs: readonly Back[];
  onUndo: (backs: readonly Back[]) => Promise<void>;
  onClose: () => void;
}

/** The chosen ones by their place; Shift chooses up to the one before. */
function useChosen(count: number) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [last, setLast] = useState<number | null>(null);
  const all = Array.from({ length: count }, (_, at) => at);
  return {
    chosen,
    toggleAll: (on: boolean) => setChosen(new Set(on ? all : [])),
    toggle: (at: number, on: boolean, range: boolean) => {
      const [from, to] = range && last !== null ? [Math.min(at, last), Math.max(at, last)] : [at, at];
      const next = new Set(chosen);
      for (const one of all.slice(from, to + 1))
        if (on) next.add(one);
        else next.delete(one);
      setChosen(next);
      setLast(at);
    },
  };
}

export function UndoSome({ backs, onUndo, onClose }: Props) {
  const { t } = useWords();
  const id = useId();
  const { chosen, toggle, toggleAll } = useChosen(backs.length);
  const [busy, during] = useBusy();
  const undo = async (): Promise<void> => {
    await onUndo(backs.filter((_, at) => chosen.has(at)));
    onClose();
  };
  return (
    <Sheet title={t('bulk:undoTitle')} onClose={onClose}>
      <Form className="mq-form" onSubmit={() => void during(undo)}>
        <label className="mq-tick">
          <input
            type="checkbox"
            checked={chosen.size === backs.length}
            onChange={(event) => toggleAll(event.target.checked)}
          />
          {chosen.size === 0 ? t('trash:selectAll') : t('ui:selectedCount', { count: chosen.size })}
        </label>
        <ul className="mq-undo" aria-label={t('bulk:undoTitle')}>
          {backs.map(({ asset }, at) => (
            <li key={asset.id}>
              <label className="mq-undo__row" htmlFor={`${id}-${at}`}>
                <input
                  id={`${id}-${at}`}
                  type="checkbox"
                  checked={chosen.has(at)}
                  onClick={({ shiftKey }: MouseEvent) => toggle(at, !chosen.has(at), shiftKey)}
                  onChange={() => undefined}
                />
                <Thumbnail asset={asset} shownAt={64} />
                <span>{nameOf(asset)}</span>
              </label>
            </li>
          ))}
        </ul>
        <FormFoot
          action={t('bulk:undoFor', { count: chosen.size })}
          disabled={busy || chosen.size === 0}
          onCancel={onClose}
          inSheet
        />
      </Form>
    </Sheet>
  );
}
