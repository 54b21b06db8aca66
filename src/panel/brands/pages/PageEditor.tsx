'use client';
// A page edited in place: the page as its readers see it, with what is edited beside it.
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import type { PageEntry } from '../../../brands/pages/schemas.ts';
import type { Rule } from '../../../brands/rules/schemas.ts';
import { useOperation } from '../../client/useOperation.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { Alert } from '../../ui/Alert.tsx';
import { KeptNotice } from '../../ui/merge/KeptNotice.tsx';
import { MergeSheet } from '../../ui/merge/MergeSheet.tsx';
import { useWords } from '../../words/useWords.ts';
import { brandPathOf } from '../paths.ts';
import { PageFrame, type Device } from './canvas/PageFrame.tsx';
import { SectionPlaces } from './canvas/SectionPlaces.tsx';
import { usePreview } from './canvas/usePreview.ts';
import { EditorBar } from './EditorBar.tsx';
import { TemplateGallery } from './insert/TemplateGallery.tsx';
import { bodyOf, sectionNames, type EditedPage, type Template, type Warnings } from './page-draft.ts';
import { pageWords } from './page-words.tsx';
import { PageComments } from './PageComments.tsx';
import { PageSide } from './side/PageSide.tsx';
import { SectionSide } from './side/SectionSide.tsx';
import { usePageDraft, type PageDraft } from './usePageDraft.ts';
import { useSections } from './useSections.ts';

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

interface OpenProps extends Props {
  draft: PageDraft;
  page: EditedPage;
  templates: readonly Template[];
}

type Sections = ReturnType<typeof useSections>;

interface PartProps extends OpenProps {
  sections: Sections;
  warnings: Warnings;
}

/** What is edited: the chosen section, or the page itself. */
function Beside({
  draft,
  page,
  templates,
  sections,
  warnings,
  brand,
  slug,
  pages,
  rules,
  mayWrite,
}: PartProps) {
  const { selected } = sections;
  if (selected)
    return (
      <SectionSide
        key={selected.id}
        section={selected}
        position={sections.sections.indexOf(selected) + 1}
        pageTitle={page.title}
        templates={templates}
        rules={rules}
        pages={pages}
        warnings={warnings}
        mayWrite={mayWrite}
        onChange={(next) => sections.change(next.id, next)}
        onClose={() => sections.select(null)}
      />
    );
  return (
    <PageSide
      brand={brand}
      slug={slug}
      page={page}
      pages={pages}
      sections={sections.sections}
      names={sections.names}
      reorder={mayWrite ? sections.reorder : null}
      mayWrite={mayWrite}
      onChange={draft.change}
      onSelect={sections.select}
      onInsert={sections.setInserting}
      onRemove={draft.remove}
    />
  );
}

interface CanvasProps extends PartProps {
  html: string | null;
  device: Device;
}

/** The page as its readers see it, and what people say about it. */
function Canvas({ draft, sections, warnings, html, device, brand, slug, mayWrite, mayComment }: CanvasProps) {
  const { t } = useWords();
  const { names } = sections;
  // Those that are saved.
  const commented = draft.edits.base?.sections ?? [];
  return (
    <div className="mq-editor__page">
      <PageFrame title={t('pages:asReadersSee')} html={html} device={device}>
        {(placed) =>
          mayWrite && (
            <SectionPlaces
              placed={placed}
              sections={sections.sections}
              names={names}
              selected={sections.selected?.id ?? null}
              problems={new Set(warnings.flatMap(({ section }) => section ?? []))}
              reorder={sections.reorder}
              onSelect={sections.select}
              onInsert={sections.setInserting}
              onChange={sections.change}
              onRemove={sections.remove}
            />
          )
        }
      </PageFrame>
      {mayComment && (
        <PageComments
          brand={brand}
          page={slug}
          mayWrite={mayWrite}
          sections={commented.map(({ id }) => ({ id, label: names.get(id) ?? '' }))}
        />
      )}
    </div>
  );
}

/** Saves, then goes where the brand is published. */
function usePublishing({ edits, save }: PageDraft, brand: string): () => Promise<void> {
  const router = useRouter();
  const route = useAdminRoute();
  return async () => {
    if (!edits.isChanged || (await save())) router.push(route(brandPathOf(brand, 'versions')));
  };
}

function OpenPage(props: OpenProps) {
  const { draft, page, templates, brand, slug, pages, contexts, mayWrite } = props;
  const [context, setContext] = useState<string | null>(null);
  const [device, setDevice] = useState<Device>('wide');
  const sections = useSections(draft.edits, templates);
  const publish = usePublishing(draft, brand);
  const preview = usePreview({ brand, page: slug, context, draft: JSON.stringify(bodyOf(page)) });
  const parts = { ...props, sections, warnings: preview.data?.warnings ?? [] };
  return (
    <>
      <EditorBar
        brand={brand}
        title={page.title}
        pages={pages}
        open={slug}
        warnings={parts.warnings}
        names={sections.names}
        contexts={contexts}
        context={context}
        device={device}
        isChanged={draft.edits.isChanged}
        busy={draft.busy}
        mayWrite={mayWrite}
        onSelect={sections.select}
        onContext={setContext}
        onDevice={setDevice}
        onSave={() => void draft.save()}
        onPublish={() => void publish()}
      />
      <KeptNotice restoredAt={draft.edits.restoredAt} onDiscard={draft.edits.discard} />
      <Alert problem={draft.problem ?? preview.problem} />
      <p className="mq-sr-only" role="status">
        {sections.reorder.said}
      </p>
      <div className="mq-editor">
        <Beside {...parts} />
        <Canvas {...parts} html={preview.data?.html ?? null} device={device} />
      </div>
      {sections.inserting !== null && (
        <TemplateGallery
          templates={templates}
          onChoose={sections.insert}
          onClose={() => sections.setInserting(null)}
        />
      )}
    </>
  );
}

export function PageEditor(props: Props) {
  const words = useWords();
  const { data: templates } = useOperation('list_templates', {});
  const draft = usePageDraft(props.brand, props.slug, props.onSaved);
  const { value: page, conflict } = draft.edits;
  if (!page || !templates)
    return draft.problem ? <Alert problem={draft.problem} /> : <div aria-busy="true" />;
  return (
    <>
      <OpenPage {...props} draft={draft} page={page} templates={templates} />
      {conflict && (
        <MergeSheet
          before={conflict.before}
          theirs={conflict.theirs.value}
          mine={page}
          words={pageWords(sectionNames(page.sections, templates), words)}
          by={draft.by}
          action={words.t('brands:mergeAndSave')}
          onMerge={(merged) => void draft.saveMerged(merged)}
          onClose={() => draft.edits.resolve(null)}
        />
      )}
    </>
  );
}
