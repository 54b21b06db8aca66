'use client';
// Above an asset: back to the list that it was opened from, and its neighbors there.
import { Link } from '@payloadcms/ui';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { isTyping } from '../../../ui/typing.ts';
import { useKeyDown } from '../../../ui/useKeyDown.ts';
import { useAddress } from '../../../client/useAddress.ts';
import { reading } from '../../../client/reading.ts';
import { useAdminRoute } from '../../../shell/routes.ts';
import { useShortcuts, type ShortcutGroup } from '../../../shell/shortcuts/shortcuts.tsx';
import { NextIcon, PreviousIcon } from '../../../ui/icons.tsx';
import { backToList, listParameter, toNeighbor } from './from-list.ts';
import { placeIn, walkOn, type ListPlace } from './list-place.ts';
import { useWords } from '../../../words/useWords.ts';

/** @returns null until loaded, and for an asset that isn't in the list. */
function useListPlace(list: string | null, id: string): ListPlace | null {
  const [known, setKnown] = useState<{ of: string; place: ListPlace | null } | null>(null);
  const of = `${id} ${list ?? ''}`;
  useEffect(() => {
    if (list === null) return;
    // The way back works without it.
    return reading(
      (signal) => placeIn(list, id, signal),
      (place) => setKnown({ of, place }),
    );
  }, [list, id, of]);
  return known?.of === of ? known.place : null;
}

interface StepProps {
  ref: RefObject<HTMLAnchorElement | null>;
  label: string;
  shortcut: string;
  /** Null: the list ends here. */
  href: string | null;
  children: ReactNode;
}

function Step({ ref, label, shortcut, href, children }: StepProps) {
  const { t } = useWords();
  if (href === null)
    return (
      <span className="mq-icon-button mq-step-link" aria-hidden="true" data-end>
        {children}
      </span>
    );
  return (
    <Link
      ref={ref}
      className="mq-icon-button mq-step-link"
      href={href}
      prefetch={false}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      title={t('asset:stepKey', { label, key: shortcut })}
      onClick={walkOn}
    >
      {children}
    </Link>
  );
}

function useStepShortcuts(): void {
  const { t } = useWords();
  const group = useMemo<ShortcutGroup>(
    () => ({
      title: t('asset:asset'),
      shortcuts: [
        { keys: ['j'], label: t('asset:next') },
        { keys: ['k'], label: t('asset:previous') },
      ],
    }),
    [t],
  );
  useShortcuts(group);
}

function Steps({ parameters, place }: { parameters: URLSearchParams; place: ListPlace }) {
  useStepShortcuts();
  const { t } = useWords();
  const route = useAdminRoute();
  const [previous, next] = [useRef<HTMLAnchorElement>(null), useRef<HTMLAnchorElement>(null)];
  const hrefOf = (id: string | null): string | null =>
    id === null ? null : `${route(`/collections/assets/${id}`)}${toNeighbor(parameters)}`;
  useKeyDown((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
    if (event.key === 'j') next.current?.click();
    if (event.key === 'k') previous.current?.click();
  });
  return (
    <>
      <Step ref={previous} label={t('asset:previous')} shortcut="k" href={hrefOf(place.previous)}>
        <PreviousIcon />
      </Step>
      <span className="mq-muted mq-asset-nav__place">
        {t('assets:position', { position: place.position, total: place.total })}
      </span>
      <Step ref={next} label={t('asset:next')} shortcut="j" href={hrefOf(place.next)}>
        <NextIcon />
      </Step>
    </>
  );
}

export function AssetNavigation({ id }: { id: string }) {
  const { t } = useWords();
  const route = useAdminRoute();
  const [parameters] = useAddress();
  const list = parameters.get(listParameter);
  const place = useListPlace(list, id);
  return (
    <nav className="mq-asset-nav" aria-label={t('menu:library')}>
      <Link href={`${route('/collections/assets')}${backToList(list ?? '', id)}`} prefetch={false}>
        {t('asset:backToLibrary')}
      </Link>
      {list !== null && place && <Steps parameters={parameters} place={place} />}
    </nav>
  );
}
