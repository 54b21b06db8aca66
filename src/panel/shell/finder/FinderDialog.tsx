'use client';
// Search and commands, in one dialog that the keyboard can do everything in.
import { useDebounce } from '@payloadcms/ui';
import { Command } from 'cmdk';
import { useRouter } from 'next/navigation.js';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { SearchIcon } from '../../ui/icons.tsx';
import { useModalDialog } from '../../ui/overlays/useModalDialog.ts';
import { useAdminRoute } from '../routes.ts';
import { FindingContext, matches, type Doing, type Finding, type Found } from './finding.ts';
import { useWords } from '../../words/useWords.ts';

export interface FinderProps {
  /** The menu's views, and others. */
  views: ReactNode;
  commands: ReactNode;
  searches: ReactNode;
  onClose: () => void;
}

const pauseMs = 100;

interface ItemProps {
  value: string;
  label: string;
  detail?: string | null | undefined;
  picture?: ReactNode;
  onSelect: () => void;
}

function Item({ value, label, detail, picture, onSelect }: ItemProps) {
  return (
    <Command.Item value={value} className="mq-finder__item" onSelect={onSelect}>
      <span className="mq-finder__picture">{picture}</span>
      <span className="mq-finder__label">{label}</span>
      {detail && <span className="mq-finder__detail">{detail}</span>}
    </Command.Item>
  );
}

/**
 * @param typed narrows what is there at once, so that Enter never opens what it no longer matches
 * @param query what searches ask the server for
 */
function useFindingOf(typed: string, query: string, onClose: () => void): Finding {
  const router = useRouter();
  const route = useAdminRoute();
  const itemOf = (group: string, { id, label, detail, picture, path }: Found): ReactNode => (
    <Item
      key={id}
      value={`${group} ${id}`}
      label={label}
      detail={detail}
      picture={picture}
      onSelect={() => {
        onClose();
        router.push(route(path));
      }}
    />
  );
  return {
    query,
    show: (heading, found) =>
      found.length > 0 && (
        <Command.Group className="mq-finder__group" heading={heading}>
          {found.map((one) => itemOf(heading, one))}
        </Command.Group>
      ),
    offer: (found) => matches(found.label, typed) && itemOf('view', found),
    offerToDo: ({ label, onSelect }: Doing) =>
      matches(label, typed) && (
        <Item
          value={`do ${label}`}
          label={label}
          onSelect={() => {
            onClose();
            onSelect();
          }}
        />
      ),
  };
}

/**
 * Which result is chosen: the first, until the person moves. Results come one group after the other, and cmdk chooses only among those
 * that are there when something is typed.
 */
function useChosen(list: RefObject<HTMLDivElement | null>) {
  const [chosen, choose] = useState('');
  const hasMoved = useRef(false);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const chooseFirst = (): void => {
      const items = [...element.querySelectorAll('[cmdk-item]')];
      const isThere = items.some((item) => item.getAttribute('aria-selected') === 'true');
      if (!(hasMoved.current && isThere)) choose(items[0]?.getAttribute('data-value') ?? '');
    };
    const changes = new MutationObserver(chooseFirst);
    changes.observe(element, { childList: true, subtree: true });
    return () => {
      changes.disconnect();
    };
  }, [list]);
  return {
    chosen,
    choose,
    /** @param moved true: the person has chosen another one. False: they typed. */
    setMoved: (moved: boolean): void => {
      hasMoved.current = moved;
    },
  };
}

function Keys() {
  const { t } = useWords();
  return (
    <p className="mq-finder__foot" aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('shell:toMove')}
      </span>
      <span>
        <kbd>Enter</kbd> {t('shell:toOpen')}
      </span>
      <span>
        <kbd>Esc</kbd> {t('shell:toClose')}
      </span>
    </p>
  );
}

const movingKeys = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End']);

export function FinderDialog({ views, commands, searches, onClose }: FinderProps) {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const query = useDebounce(typed, pauseMs).trim();
  const finding = useFindingOf(typed.trim(), query, onClose);
  const dialog = useModalDialog(onClose);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { chosen, choose, setMoved } = useChosen(list);
  // Once it's shown: opening gives the focus to the list around it.
  useEffect(() => input.current?.focus(), []);
  return (
    <dialog className="mq-finder" aria-label={t('shell:searchOrJump')} {...dialog}>
      <FindingContext value={finding}>
        <Command
          label={t('shell:searchOrJump')}
          shouldFilter={false}
          loop
          value={chosen}
          onValueChange={choose}
          onKeyDown={({ key }) => {
            if (movingKeys.has(key)) setMoved(true);
          }}
          onPointerMove={() => setMoved(true)}
        >
          <div className="mq-finder__field">
            <SearchIcon />
            <Command.Input
              ref={input}
              placeholder={t('shell:searchPlaceholder')}
              value={typed}
              onValueChange={(text) => {
                setMoved(false);
                setTyped(text);
              }}
            />
          </div>
          <Command.List ref={list} className="mq-finder__list" label={t('shell:results')}>
            <Command.Empty className="mq-finder__empty">{t('shell:noMatches', { query })}</Command.Empty>
            <Command.Group className="mq-finder__group" heading={t('shell:goTo')}>
              {views}
            </Command.Group>
            <Command.Group className="mq-finder__group" heading={t('shell:actions')}>
              {commands}
            </Command.Group>
            {searches}
          </Command.List>
          <Keys />
        </Command>
      </FindingContext>
    </dialog>
  );
}
