'use client';
// The proposals selected to be decided together.
import { useState } from 'react';
import type { ListedProposal } from '../../../review/schemas.ts';

export interface Selection {
  ids: ReadonlySet<string>;
  selectable: readonly ListedProposal[];
  /** The selected ones that are listed and can still be decided. */
  selected: readonly ListedProposal[];
  toggle: (id: string) => void;
  /** Replaces the selection. */
  select: (ids: readonly string[]) => void;
}

/** Reviewers can select the proposals that are waiting. */
export function useSelection(proposals: readonly ListedProposal[], decides: boolean): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selectable = proposals.filter(({ status }) => decides && status === 'waiting');
  return {
    ids,
    selectable,
    selected: selectable.filter(({ id }) => ids.has(id)),
    toggle: (id) => {
      setIds((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    },
    select: (next) => {
      setIds(new Set(next));
    },
  };
}
