'use client';
// Above an asset: back to the list that it was opened from, and its neighbours there.
import { Link, useDocumentInfo } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { isTyping } from '../../ui/typing.ts';
import { useKeyDown } from '../../ui/useKeyDown.ts';
import { useAddress } from '../../client/useAddress.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { useShortcuts, type ShortcutGroup } from '../../shell/shortcuts/shortcuts.tsx';
import { NextIcon, PreviousIcon } from '../../ui/icons.tsx';
import { backToList, listParameter, toList } from './from-list.ts';
import { placeIn, walkOn, type ListPlace } from './list-place.ts';

/** @returns null until loaded, and for an asset that isn't in the list. */
function useListPlace(list: string | null, id: string): ListPlace | null {
  const [known, setKnown] = useState<{ of: string; place: ListPlace | null } | null>(null);
  const of = `${id} ${list ?? ''}`;
  useEffect(() => {
    if (list === null) return;
    const controller = new AbortController();
    placeIn(list, id, controller.signal).then(
      (place) => setKnown({ of, place }),
      () => undefined, // The way back works without it.
    );
    return () => {
      controller.abort();
    };
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
      title={`${label} (${shortcut})`}
      onClick={walkOn}
    >
      {children}
    </Link>
  );
}

const stepShortcuts: ShortcutGroup = {
  title: 'Asset',
  shortcuts: [
    { keys: ['j'], label: 'Next asset' },
    { keys: ['k'], label: 'Previous asset' },
  ],
};

function Steps({ list, place }: { list: string; place: ListPlace }) {
  useShortcuts(stepShortcuts);
  const route = useAdminRoute();
  const [previous, next] = [useRef<HTMLAnchorElement>(null), useRef<HTMLAnchorElement>(null)];
  const hrefOf = (id: string | null): string | null =>
    id === null ? null : `${route(`/collections/assets/${id}`)}${toList(list)}`;
  // A click and not the router: Payload asks on clicks whether to leave unsaved changes.
  useKeyDown((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
    if (event.key === 'j') next.current?.click();
    if (event.key === 'k') previous.current?.click();
  });
  return (
    <>
      <Step ref={previous} label="Previous asset" shortcut="k" href={hrefOf(place.previous)}>
        <PreviousIcon />
      </Step>
      <span className="mq-muted mq-asset-nav__place">
        {place.position.toLocaleString()} of {place.total.toLocaleString()}
      </span>
      <Step ref={next} label="Next asset" shortcut="j" href={hrefOf(place.next)}>
        <NextIcon />
      </Step>
    </>
  );
}

export function AssetNavigation() {
  const { id } = useDocumentInfo();
  const [parameters] = useAddress();
  const here = usePathname();
  // Not in a drawer, where the address is another page's.
  if (id === undefined || !here.includes(String(id))) return null;
  return <NavigationOf id={String(id)} list={parameters.get(listParameter)} />;
}

function NavigationOf({ id, list }: { id: string; list: string | null }) {
  const route = useAdminRoute();
  const place = useListPlace(list, id);
  return (
    <nav className="mq-asset-nav" aria-label="Library">
      <Link href={`${route('/collections/assets')}${backToList(list ?? '', id)}`} prefetch={false}>
        Back to library
      </Link>
      {list !== null && place && <Steps list={list} place={place} />}
    </nav>
  );
}
