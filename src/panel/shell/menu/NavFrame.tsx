'use client';
// The menu's place on the page: a column beside the content, or a drawer over it.
import { Link, useConfig, useNav } from '@payloadcms/ui';
import LogOutIcon from 'lucide-react/icons/log-out';
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { IconButton } from '../../ui/IconButton.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { useKeyDown } from '../../ui/useKeyDown.ts';
import { useAdminRoute } from '../routes.ts';
import { useIsDrawer } from './NavState.tsx';
import { useWords } from '../../words/useWords.ts';
import './menu.css';

function LogOut() {
  const { t } = useWords();
  const { config } = useConfig();
  const route = useAdminRoute();
  return (
    <Link className="mq-nav__link" href={route(config.admin.routes.logout)} prefetch={false}>
      <LogOutIcon size={20} />
      <span className="mq-nav__label">{t('shell:logOut')}</span>
    </Link>
  );
}

/** Takes the focus while it's open, and gives it back. */
function useDrawerFocus(isOpen: boolean, onClose: () => void) {
  const close = useRef<HTMLButtonElement>(null);
  useKeyDown((event) => {
    if (event.key === 'Escape') onClose();
  }, isOpen);
  useEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    // Until the next frame the drawer is hidden, and can't be focused.
    const frame = requestAnimationFrame(() => close.current?.focus());
    const { overflow } = document.body.style;
    document.body.style.overflow = 'hidden';
    return () => {
      cancelAnimationFrame(frame);
      document.body.style.overflow = overflow;
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [isOpen]);
  return close;
}

interface Props {
  before: ReactNode;
  after: ReactNode;
  /** The app's own way to sign out. */
  logout: ReactNode;
  children: ReactNode;
}

export function NavFrame({ before, after, logout, children }: Props) {
  const { t } = useWords();
  const { hydrated, navOpen, navRef, setNavOpen, shouldAnimate } = useNav();
  const isDrawer = useIsDrawer();
  const isOver = isDrawer && navOpen;
  const close = useDrawerFocus(isOver, () => setNavOpen(false));
  const states = [navOpen && 'open', shouldAnimate && 'animate', hydrated && 'hydrated'];
  const classes = states.flatMap((state) => (state ? [`nav--nav-${state}`] : []));

  const onClick = (event: MouseEvent): void => {
    // Another view closes it by itself; this is for the link to the same one.
    if (isOver && event.target instanceof Element && event.target.closest('a')) setNavOpen(false);
  };
  return (
    <>
      <aside className={['nav', 'mq-nav', ...classes].join(' ')} inert={!navOpen}>
        <div className="nav__scroll" ref={navRef}>
          {isDrawer && (
            <div className="mq-nav__head">
              <IconButton ref={close} label={t('shell:closeMenu')} onClick={() => setNavOpen(false)}>
                <CloseIcon />
              </IconButton>
            </div>
          )}
          {before}
          <nav className="mq-nav__wrap" aria-label={t('shell:main')} onClick={onClick}>
            {children}
            <div className="mq-nav__foot">{logout ?? <LogOut />}</div>
          </nav>
          {after}
        </div>
      </aside>
      {isOver && <div className="mq-nav__backdrop" onClick={() => setNavOpen(false)} />}
    </>
  );
}
