'use client';
// One page: its form, next to the preview, with its comments below.
import type { PageEntry } from '../../../brands/pages/schemas.ts';
import type { Rule } from '../../../brands/rules/schemas.ts';
import { useOperation } from '../../client/useOperation.ts';
import { PartAccess } from '../../access-report/WhoCanReach.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { bodyOf, templateTitleOf } from './page-draft.ts';
import { PageBasics } from './PageBasics.tsx';
import { PageComments } from './PageComments.tsx';
import { PagePreview } from './PagePreview.tsx';
import { PageSections } from './PageSections.tsx';
import { PageWarnings } from './PageWarnings.tsx';
import { usePageDraft } from './usePageDraft.ts';
import { Form } from '../../ui/form/Form.tsx';

interface FootProps {
  title: string;
  busy: boolean;
  onRemove: () => Promise<void>;
}

function PageFormFoot({ title, busy, onRemove }: FootProps) {
  return (
    <div className="mq-row mq-form__foot">
      <button type="submit" className="mq-button mq-button--primary" disabled={busy}>
        Save page
      </button>
      <span className="mq-form__end">
        <ConfirmButton
          label="Delete…"
          confirm={`Delete the page “${title}” permanently`}
          onConfirm={onRemove}
        />
      </span>
    </div>
  );
}

interface Props {
  brand: string;
  slug: string;
  pages: readonly PageEntry[];
  rules: readonly Rule[];
  contexts: readonly string[];
  mayWrite: boolean;
  mayComment: boolean;
  onSaved: (slug: string | null) => void;
}

export function PageForm({ brand, slug, pages, rules, contexts, mayWrite, mayComment, onSaved }: Props) {
  const { data: templates } = useOperation('list_templates', {});
  const draft = usePageDraft(brand, slug, onSaved);
  const { saved, page, problem, busy, change } = draft;
  if (!page || !saved || !templates) return problem ? <Alert problem={problem} /> : <div aria-busy="true" />;
  const openToComments = saved.page.sections.map((section, index) => ({
    id: section.id,
    label: `${index + 1}. ${section.title ?? templateTitleOf(section, templates)}`,
  }));
  return (
    <div>
      <div className="mq-pagework">
        <Form className="mq-form mq-pageform" aria-label={page.title} onSubmit={() => void draft.save()}>
          <fieldset className="mq-plain" disabled={!mayWrite}>
            <PageBasics
              page={page}
              parents={pages.filter((one) => one.slug !== saved.page.slug)}
              onChange={change}
            />
            <PageSections
              sections={page.sections}
              templates={templates}
              rules={rules}
              warnings={saved.warnings}
              onChange={(sections) => change({ sections })}
            />
          </fieldset>
          <PageWarnings warnings={saved.warnings} section={null} />
          <Alert problem={problem} />
          {mayWrite && <PageFormFoot title={saved.page.title} busy={busy} onRemove={draft.remove} />}
        </Form>
        <PagePreview brand={brand} page={slug} contexts={contexts} draft={JSON.stringify(bodyOf(page))} />
      </div>
      {mayComment && <PageComments brand={brand} page={slug} mayWrite={mayWrite} sections={openToComments} />}
      <PartAccess brand={brand} part={`page/${slug}`} />
    </div>
  );
}
