'use client';
// A brand's pages as a tree of links. Where the person may, each is moved among its siblings: dragged, or with the arrow keys on its grip.
import { Link, toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { PageEntry } from '../../../brands/pages/schemas.ts';
import { wordsOf } from '../../client/api.ts';
import { call } from '../../client/operations.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { GripIcon } from '../../ui/icons.tsx';
import { moveItem } from '../../ui/move-item.ts';
import { offerUndo } from '../../ui/undo.ts';
import { useReorder, type Reorder } from '../../ui/useReorder.ts';
import { useWords } from '../../words/useWords.ts';

interface Props {
  brand: string;
  pages: readonly PageEntry[];
  /** Slug of the open page. */
  open: string | null;
  /** Called after a page was moved; without it, the order stays. */
  onMoved?: () => void;
}

/** The pages below one, in the order that the person has just given them. */
function useSiblings({ brand, pages, onMoved }: Props, parent: string | null) {
  const { t } = useWords();
  /** Until the server's order is here, which is a list of its own. */
  const [moved, setMoved] = useState<{ of: Props['pages']; order: readonly PageEntry[] } | null>(null);
  const known = new Set(pages.map(({ slug }) => slug));
  // A page whose parent the list doesn't have is at the top.
  const parentOf = (page: PageEntry): string | null =>
    page.parent !== null && known.has(page.parent) ? page.parent : null;
  const siblings = moved?.of === pages ? moved.order : pages.filter((page) => parentOf(page) === parent);
  const place = async (slug: string, position: number): Promise<void> => {
    try {
      await call('edit_page', {
        slug: brand,
        page: slug,
        body: { ops: [{ op: 'page', set: { position } }] },
      });
    } finally {
      onMoved?.();
    }
  };
  const reorder = useReorder({
    ids: siblings.map(({ slug }) => slug),
    runs: 'down',
    nameOf: (slug) => siblings.find((page) => page.slug === slug)?.title ?? '',
    onMove: (from, to) => {
      const slug = siblings[from]?.slug;
      if (slug === undefined) return;
      setMoved({ of: pages, order: moveItem(siblings, from, to) });
      place(slug, to).then(
        () => offerUndo(t('rules:orderChanged'), () => place(slug, from), `page order ${brand}`),
        (error: unknown) => {
          setMoved(null);
          toast.error(wordsOf(error));
        },
      );
    },
  });
  return { siblings, reorder: onMoved && siblings.length > 1 ? reorder : null, said: reorder.said };
}

interface RowProps extends Pick<Props, 'brand' | 'open'> {
  page: PageEntry;
  reorder: Reorder | null;
}

function PageRow({ brand, open, page, reorder }: RowProps) {
  const { t } = useWords();
  const route = useAdminRoute();
  const drag = reorder?.dragOf(page.slug);
  const marks = [drag?.isDragged && 'mq-dragged', drag?.over && `mq-outline__over--${drag.over}`];
  return (
    <div
      className={['mq-branch__row', ...marks].filter(Boolean).join(' ')}
      {...(drag && { ...drag.source, ...drag.target })}
    >
      {reorder && (
        <IconButton {...reorder.gripOf(page.slug)}>
          <GripIcon />
        </IconButton>
      )}
      <Link
        href={route(`/brands/${brand}/pages/${page.slug}`)}
        aria-current={page.slug === open ? 'page' : undefined}
        prefetch={false}
        draggable={false}
      >
        {page.title}
      </Link>
      {page.hidden && <span className="mq-badge">{t('pages:hidden')}</span>}
    </div>
  );
}

function Branch({ parent, ...props }: Props & { parent: string | null }) {
  const { siblings, reorder, said } = useSiblings(props, parent);
  if (siblings.length === 0) return null;
  return (
    <>
      <p className="mq-sr-only" role="status">
        {said}
      </p>
      <ul className="mq-tree">
        {siblings.map((page) => (
          <li key={page.slug} className="mq-branch">
            <PageRow brand={props.brand} open={props.open} page={page} reorder={reorder} />
            <Branch {...props} parent={page.slug} />
          </li>
        ))}
      </ul>
    </>
  );
}

export function PageTree(props: Props) {
  const { t } = useWords();
  return (
    <nav aria-label={t('pages:title')}>
      <Branch {...props} parent={null} />
    </nav>
  );
}
