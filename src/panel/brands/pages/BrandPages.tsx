'use client';
// A brand's pages as a tree, next to the form of the open page.
import { Link, toast } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import type { PageEntry } from '../../../brands/schemas.ts';
import { call, wordsOf } from '../../client/api.ts';
import { useRules } from '../rules/useRules.ts';
import { PageForm } from './PageForm.tsx';
import { useAdminRoute } from '../../shell/routes.ts';
import { useRead } from '../../client/useRead.ts';

interface Props {
  brand: string;
  page: string | null;
  mayWrite: boolean;
  mayComment: boolean;
  onChanged: () => void;
}

function depthOf(pages: readonly PageEntry[], page: PageEntry): number {
  const parent = pages.find(({ slug }) => slug === page.parent);
  return parent ? 1 + depthOf(pages, parent) : 0;
}

const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

export function BrandPages({ brand, page, mayWrite, mayComment, onChanged }: Props) {
  const pages = useRead<PageEntry[]>(`/api/v1/brands/${brand}/pages`);
  const { data: rules, contexts, again: rulesAgain } = useRules(brand);
  const route = useAdminRoute();
  const router = useRouter();
  const [title, setTitle] = useState('');
  const changed = (): void => {
    pages.again();
    rulesAgain();
    onChanged();
  };
  const goTo = (slug: string | null): void => {
    router.push(route(slug ? `/brands/${brand}/pages/${slug}` : `/brands/${brand}/pages`));
  };
  const act = async (work: () => Promise<unknown>, slug: string | null): Promise<void> => {
    try {
      await work();
      setTitle('');
      changed();
      goTo(slug);
    } catch (error) {
      toast.error(wordsOf(error));
    }
  };
  const list = pages.data ?? [];
  return (
    <div className="mq-split mq-split--tree">
      <div>
        {pages.problem && (
          <p role="alert" className="mq-alert">
            {pages.problem}
          </p>
        )}
        {pages.data?.length === 0 && (
          <div className="mq-quiet">
            <p>No pages yet. Pages present the rules to readers.</p>
            {mayWrite && (
              <button
                type="button"
                className="mq-button"
                onClick={() => {
                  void act(() => call('POST', `/api/v1/brands/${brand}/pages`, { body: {} }), null);
                }}
              >
                Create a first set from the rules
              </button>
            )}
          </div>
        )}
        <nav aria-label="Pages">
          <ul className="mq-tree">
            {list.map((entry) => (
              <li key={entry.slug} style={{ paddingInlineStart: `${depthOf(list, entry) * 1.2}rem` }}>
                <Link
                  href={route(`/brands/${brand}/pages/${entry.slug}`)}
                  aria-current={entry.slug === page ? 'page' : undefined}
                  prefetch={false}
                >
                  {entry.title}
                </Link>
                {entry.hidden && <span className="mq-badge">Hidden</span>}
              </li>
            ))}
          </ul>
        </nav>
        {mayWrite && (
          <form
            className="mq-row mq-addpage"
            onSubmit={(event) => {
              event.preventDefault();
              const slug = slugOf(title) || 'page';
              if (list.some((entry) => entry.slug === slug)) toast.error(`There’s already a page “${slug}”.`);
              else
                void act(
                  () =>
                    call('PUT', `/api/v1/brands/${brand}/pages/${slug}`, {
                      body: { title: title.trim(), hidden: true },
                    }),
                  slug,
                );
            }}
          >
            <input
              className="mq-input"
              aria-label="Title of a new page"
              placeholder="Title of a new page"
              value={title}
              maxLength={200}
              onChange={(event) => {
                setTitle(event.target.value);
              }}
            />
            <button type="submit" className="mq-button" disabled={title.trim() === ''}>
              Add
            </button>
          </form>
        )}
      </div>
      {page === null ? (
        list.length > 0 && <p className="mq-quiet">Choose a page.</p>
      ) : (
        <PageForm
          key={page}
          brand={brand}
          slug={page}
          pages={list}
          rules={rules}
          contexts={contexts}
          mayWrite={mayWrite}
          mayComment={mayComment}
          onSaved={(slug) => {
            changed();
            if (slug !== page) goTo(slug);
          }}
        />
      )}
    </div>
  );
}
