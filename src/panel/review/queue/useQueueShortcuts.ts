'use client';
// The queue's keyboard shortcuts. QueueShortcuts.tsx explains them to people.
import type { ListedProposal } from '../../../review/schemas.ts';
import { useShortcuts } from '../../shell/shortcuts/shortcuts.tsx';
import { isTyping } from '../../ui/typing.ts';
import { useKeyDown } from '../../ui/useKeyDown.ts';
import { isEditable } from '../proposal/proposal-words.ts';
import type { Mode } from '../proposal/useOpenProposal.ts';
import { useQueueShortcutGroup } from './QueueShortcuts.tsx';

interface Options {
  mode: Mode;
  /** The visible proposal, if the person can decide it now. */
  decidable: () => ListedProposal | null;
  /** It can't be accepted as proposed any more. */
  isStale: (id: string) => boolean;
  onStep: (by: 1 | -1) => void;
  onMode: (mode: Mode) => void;
  onAccept: (proposal: ListedProposal) => void;
  onSelect: (id: string) => void;
  /** What the keys do instead while proposals are selected; null while none is. */
  selected: { accept: () => void; reject: () => void } | null;
}

export function useQueueShortcuts(options: Options): void {
  useShortcuts(useQueueShortcutGroup());
  const { mode, decidable, isStale, onStep, onMode, onAccept, onSelect, selected } = options;
  useKeyDown((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
    if (event.key === 'Escape' && mode !== 'view') onMode('view');
    else if (mode !== 'view') return;
    else if (event.key === 'j') onStep(1);
    else if (event.key === 'k') onStep(-1);
    else if (selected && event.key === 'a') selected.accept();
    else if (selected && event.key === 'r') selected.reject();
    else {
      const proposal = decidable();
      if (!proposal) return;
      if (event.key === 'a' && !isStale(proposal.id)) onAccept(proposal);
      else if (event.key === 'e' && isEditable(proposal)) onMode('edit');
      else if (event.key === 'r') onMode('reject');
      else if (event.key === 'x') onSelect(proposal.id);
      else return;
    }
    event.preventDefault();
  });
}
