'use client';
// Which proposal of the queue is open, in which mode, and moving from one to another.
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { ListedProposal } from '../../../review/schemas.ts';
import type { GoTo } from '../../client/useAddress.ts';

export type Mode = 'view' | 'edit' | 'reject';

export interface OpenProposal {
  listRef: RefObject<HTMLOListElement | null>;
  /** The proposal in the address. */
  opened: ListedProposal | null;
  /** The one to show: on wide screens one is always open. */
  current: ListedProposal | null;
  /** The proposal the person sees right now: narrow screens may show the list alone. */
  visible: () => ListedProposal | null;
  mode: Mode;
  setMode: (mode: Mode) => void;
  /** Closes the form of one proposal, if it's that one's. */
  closeForm: (id: string) => void;
  open: (id: string) => void;
  /** Goes back to the list on narrow screens. */
  close: () => void;
  /** Opens the next proposal, or the previous one. */
  step: (by: 1 | -1) => void;
  /** Opens the next proposal that stays in the list, or the previous one if there's none. Somebody who has gone on already stays there. */
  openNext: (leaving: readonly string[]) => void;
}

const isWide = (): boolean => window.matchMedia('(width > 900px)').matches;

interface Options {
  /** The id in the address. */
  asked: string | null;
  /** It may be in a page that isn't read yet: nothing else is opened in its place. */
  searching: boolean;
  /** The person goes on from a proposal, and there is no other one. */
  onPast: (proposal: ListedProposal) => void;
}

/** The proposal in the address. It stays open if a reload left it out: a key that's pressed now is meant for it. */
function listedOrShown(
  proposals: readonly ListedProposal[],
  asked: string | null,
  shown: ListedProposal | null,
): ListedProposal | null {
  const listed = proposals.find(({ id }) => id === asked);
  return listed ?? (asked !== null && shown?.id === asked ? shown : null);
}

/** Without one in the address: what was shown before, for as long as it's listed, and else the first. */
function usual(proposals: readonly ListedProposal[], shown: ListedProposal | null): ListedProposal | null {
  return proposals.find(({ id }) => id === shown?.id) ?? proposals[0] ?? null;
}

export function useOpenProposal(
  proposals: readonly ListedProposal[],
  goTo: GoTo,
  { asked, searching, onPast }: Options,
): OpenProposal {
  const listRef = useRef<HTMLOListElement>(null);
  const [form, setForm] = useState<{ of: string; mode: Mode }>({ of: '', mode: 'view' });
  const [shown, setShown] = useState<ListedProposal | null>(null);
  const opened = listedOrShown(proposals, asked, shown);
  const current = opened ?? (searching ? null : usual(proposals, asked === null ? shown : null));
  if (current !== null && current !== shown) setShown(current);
  const currentId = current?.id ?? null;

  useEffect(() => {
    listRef.current?.querySelector(`[data-proposal="${currentId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  const at = proposals.findIndex(({ id }) => id === currentId);
  const open = (id: string): void => {
    goTo({ id }, isWide() || opened ? 'replace' : 'push');
  };
  const focus = (id: string, options?: FocusOptions): void => {
    listRef.current?.querySelector<HTMLElement>(`[data-proposal="${id}"] button`)?.focus(options);
  };
  return {
    listRef,
    opened,
    current,
    visible: () => opened ?? (isWide() ? current : null),
    mode: form.of === currentId ? form.mode : 'view',
    setMode: (mode) => {
      setForm({ of: currentId ?? '', mode });
    },
    closeForm: (id) => {
      setForm((now) => (now.of === id ? { of: id, mode: 'view' } : now));
    },
    open,
    close: () => {
      goTo({ id: null }, 'replace');
    },
    step: (by) => {
      const next = proposals[at + by];
      if (!next) {
        if (current) onPast(current);
        return;
      }
      open(next.id);
      focus(next.id);
    },
    openNext: (leaving) => {
      const gone = new Set(leaving);
      const stays = ({ id }: ListedProposal): boolean => !gone.has(id);
      const start = Math.max(0, at);
      const next = proposals.slice(start).find(stays) ?? proposals.slice(0, start).findLast(stays);
      goTo({ id: opened || isWide() ? (next?.id ?? null) : null }, 'replace');
      if (next) focus(next.id, { preventScroll: true });
    },
  };
}
