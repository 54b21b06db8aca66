'use client';
// What the picture and the list of comments beside it share: the threads, which one is chosen, and where the next one goes.
import { createContext, use, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Anchor, Thread } from '../../comments/schemas.ts';
import type { Stored } from '../client/drafts/kept-drafts.ts';
import { useDraft } from '../client/drafts/useDraft.ts';
import { useMediaBox, type MediaBox } from './useMediaBox.ts';
import { useThreads, type Threads } from './useThreads.ts';

export interface Numbered extends Thread {
  /** On the picture, in the order in which they were started; null: not on a place of it. */
  number: number | null;
}

export interface CommentedAsset {
  id: string;
  mime: string;
}

interface Shared extends Omit<Threads, 'threads'> {
  asset: CommentedAsset;
  /** On this version, newest first; null until loaded. */
  own: readonly Numbered[] | null;
  /** On other versions, newest first. */
  others: readonly Thread[];
  resolved: boolean;
  showResolved: (resolved: boolean) => void;
  chosen: string | null;
  choose: (id: string | null) => void;
  /** Where the next comment is: kept with what is typed of it. */
  draft: Anchor | null;
  setDraft: (draft: Anchor | null) => void;
  /** True while a place on the picture is being chosen. */
  marking: boolean;
  setMarking: (marking: boolean) => void;
  /** Around the preview. */
  preview: RefObject<HTMLDivElement | null>;
  /** Where its picture or video is; null without one. */
  box: MediaBox | null;
}

const CommentingContext = createContext<Shared | null>(null);

/** Null outside of an asset that can be commented on. */
export const useCommenting = (): Shared | null => use(CommentingContext);

function numbered(threads: readonly Thread[]): Numbered[] {
  let count = threads.filter(({ anchor }) => anchor?.rect ?? anchor?.point).length;
  return threads.map((thread) => ({
    ...thread,
    number: (thread.anchor?.rect ?? thread.anchor?.point) ? count-- : null,
  }));
}

/** The player of a preview. */
export const playerIn = (preview: RefObject<HTMLElement | null>): HTMLMediaElement | null =>
  preview.current?.querySelector<HTMLMediaElement>('video, audio') ?? null;

/** Scrolls to a thread in the list, and moves the focus there. */
export function showThread(id: string): void {
  const item = document.getElementById(`comment-${id}`);
  item?.scrollIntoView({ block: 'nearest' });
  item?.focus({ preventScroll: true });
}

/** The thread that a link from a mail names. */
const linkedThread = (): string | null =>
  typeof window === 'undefined' ? null : (/^#comment-([\da-f-]+)$/.exec(window.location.hash)?.[1] ?? null);

/** A comment is on all of the asset until it's marked otherwise. */
const onAll: Stored<Anchor | null> = { value: null, version: '' };

interface Props {
  asset: CommentedAsset;
  children: ReactNode;
}

export function Commenting({ asset, children }: Props) {
  const { threads, ...loading } = useThreads(asset.id);
  const [linked] = useState(linkedThread);
  const [wanted, showResolved] = useState<boolean | null>(null);
  const [chosen, choose] = useState<string | null>(null);
  const { value: draft, change } = useDraft<Anchor | null>(`assets/${asset.id}/place`, onAll);
  const [marking, setMarking] = useState(false);
  const preview = useRef<HTMLDivElement>(null);
  const own = threads && numbered(threads.filter(({ on }) => on.kind === 'asset' && on.id === asset.id));

  const box = useMediaBox(preview);
  const resolved = wanted ?? threads?.find(({ id }) => id === linked)?.resolved ?? false;

  const isLoaded = threads !== null;
  useEffect(() => {
    if (isLoaded && linked !== null) showThread(linked);
  }, [isLoaded, linked]);

  return (
    <CommentingContext
      value={{
        ...loading,
        asset,
        own,
        others: threads?.filter(({ on }) => on.kind !== 'asset' || on.id !== asset.id) ?? [],
        resolved,
        showResolved,
        chosen,
        choose,
        draft,
        setDraft: (to) => change(() => to),
        marking,
        setMarking,
        preview,
        box,
      }}
    >
      {children}
    </CommentingContext>
  );
}
