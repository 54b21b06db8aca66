'use client';
// A brand's pages as a tree, next to the form of the open page.
import { toast } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { call } from '../../client/operations.ts';
import { useOperation } from '../../client/useOperation.ts';
import { wordsOf } from '../../client/api.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { Alert } from '../../ui/Alert.tsx';
import { useWords } from '../../words/useWords.ts';
import type { BrandTab } from '../brand-tab.ts';
import { useRules } from '../rules/useRules.ts';
import { AddPage } from './AddPage.tsx';
import { PageEditor } from './PageEditor.tsx';
import { PageTree } from './PageTree.tsx';
import './pages.css';

interface NoPagesProps {
  brand: string;
  mayWrite: boolean;
  onCreated: () => void;
}

function NoPages({ brand, mayWrite, onCreated }: NoPagesProps) {
  const { t } = useWords();
  const create = async (): Promise<void> => {
    try {
      await call('create_first_pages', { slug: brand, body: {} });
      onCreated();
    } catch (error) {
      toast.error(wordsOf(error));
    }
  };
  return (
    <div className="mq-quiet">
      <p>{t('pages:none')}</p>
      {mayWrite && (
        <button type="button" className="mq-button" onClick={() => void create()}>
          {t('pages:createFirst')}
        </button>
      )}
    </div>
  );
}

interface Props extends BrandTab {
  /** Slug of the open page. */
  page: string | null;
  mayComment: boolean;
}

export function BrandPages({ brand, page, mayWrite, mayComment, onChanged }: Props) {
  const pages = useOperation('list_pages', { slug: brand });
  const { data: rules, contexts, again: rulesAgain } = useRules(brand);
  const route = useAdminRoute();
  const router = useRouter();
  const changed = (): void => {
    pages.again();
    rulesAgain();
    onChanged();
  };
  const goTo = (slug: string | null): void => {
    router.push(route(slug ? `/brands/${brand}/pages/${slug}` : `/brands/${brand}/pages`));
  };
  const created = (slug: string | null): void => {
    changed();
    goTo(slug);
  };
  const list = pages.data ?? [];
  if (page !== null)
    return (
      <PageEditor
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
    );
  return (
    <div className="mq-page-list">
      <Alert problem={pages.problem} />
      {pages.data?.length === 0 && (
        <NoPages brand={brand} mayWrite={mayWrite} onCreated={() => created(null)} />
      )}
      <PageTree brand={brand} pages={list} open={page} {...(mayWrite && { onMoved: changed })} />
      {mayWrite && <AddPage brand={brand} pages={list} onAdded={created} />}
    </div>
  );
}
