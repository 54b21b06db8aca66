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

/** @returns whether the key means something here */
function act(key: string, options: Options): boolean {
  const { mode, onStep, onMode, selected } = options;
  if (key === 'Escape' && mode !== 'view') onMode('view');
  else if (mode !== 'view') return false;
  else if (key === 'j') onStep(1);
  else if (key === 'k') onStep(-1);
  else if (selected && key === 'a') selected.accept();
  else if (selected && key === 'r') selected.reject();
  else return actOnVisible(key, options);
  return true;
}

function actOnVisible(key: string, { decidable, isStale, onMode, onAccept, onSelect }: Options): boolean {
  const proposal = decidable();
  if (!proposal) return false;
  if (key === 'a' && !isStale(proposal.id)) onAccept(proposal);
  else if (key === 'e' && isEditable(proposal)) onMode('edit');
  else if (key === 'r') onMode('reject');
  else if (key === 'x') onSelect(proposal.id);
  else return false;
  return true;
}

export function useQueueShortcuts(options: Options): void {
  useShortcuts(useQueueShortcutGroup());
  useKeyDown((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
    if (act(event.key, options)) event.preventDefault();
  });
}
