'use client';
// The form of one page and its sections. It's saved as a whole with If-Match, so it never overwrites someone else's change.
import { toast } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import type {
  PageEntry,
  PageView,
  Rule,
  Section as SectionSchema,
  TemplateInfo,
} from '../../../brands/schemas.ts';
import { call, callRecord, wordsOf, type Tagged } from '../../client/api.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { ChoicePart, TextPart } from '../../ui/inputs.tsx';
import { PageComments } from './PageComments.tsx';
import { PagePreview } from './PagePreview.tsx';
import { SectionForm } from './SectionForm.tsx';
import { useRead } from '../../client/useRead.ts';
import { PartAccess } from '../../access-report/WhoCanReach.tsx';

export type Section = (typeof SectionSchema)['_output'];
export type Template = (typeof TemplateInfo)['_output'];
type Page = PageView['page'];

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

/** The writable part of a page. */
function bodyOf({ keys: _keys, updatedAt: _updatedAt, position: _position, ...body }: Page) {
  return body;
}

export function PageForm({ brand, slug, pages, rules, contexts, mayWrite, mayComment, onSaved }: Props) {
  const path = `/api/v1/brands/${brand}/pages/${slug}`;
  const templates = useRead<Template[]>('/api/v1/brand/templates');
  const [opened, setOpened] = useState<Tagged<PageView> | null>(null);
  const [page, setPage] = useState<Page | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    callRecord<PageView>('GET', path, { signal: controller.signal }).then(
      (read) => {
        setOpened(read);
        setPage(read.data.page);
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setProblem(wordsOf(error));
      },
    );
    return () => {
      controller.abort();
    };
  }, [path]);

  if (!page || !opened || !templates.data)
    return problem ? (
      <p role="alert" className="mq-alert">
        {problem}
      </p>
    ) : (
      <div aria-busy="true" />
    );
  const known = templates.data;
  const change = (part: Partial<Page>): void => {
    setPage({ ...page, ...part });
  };
  const setSection = (index: number, section: Section): void => {
    change({ sections: page.sections.map((one, at) => (at === index ? section : one)) });
  };
  const move = (from: number, to: number): void => {
    const sections = [...page.sections];
    const [moved] = sections.splice(from, 1);
    if (moved) sections.splice(to, 0, moved);
    change({ sections });
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const read = await callRecord<PageView>('PUT', path, { body: bodyOf(page), ifMatch: opened.etag });
      setOpened(read);
      setPage(read.data.page);
      toast.success('Page saved. Readers will see it after the next publish.');
      onSaved(read.data.page.slug);
    } catch (error) {
      setProblem(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  const remove = async (): Promise<void> => {
    try {
      await call('DELETE', path, { ifMatch: opened.etag });
      toast.success('Page deleted.');
      onSaved(null);
    } catch (error) {
      setProblem(wordsOf(error));
      setAsking(false);
    }
  };
  const titleOf = (section: Section): string =>
    section.title ?? known.find(({ name }) => name === section.template)?.title ?? section.template;
  return (
    <div>
      <div className="mq-pagework">
        <form
          className="mq-form mq-pageform"
          aria-label={page.title}
          onSubmit={(event) => {
            event.preventDefault();
            if (event.target === event.currentTarget) void save();
          }}
        >
          <fieldset className="mq-plain" disabled={!mayWrite}>
            <div className="mq-pair">
              <TextPart
                id="mq-page-title"
                label="Title"
                required
                value={page.title}
                maxLength={200}
                onChange={(title) => {
                  change({ title });
                }}
              />
              <TextPart
                id="mq-page-slug"
                label="Address"
                required
                value={page.slug}
                hint="Old addresses keep working"
                maxLength={100}
                onChange={(next) => {
                  change({ slug: next });
                }}
              />
            </div>
            <TextPart
              id="mq-page-lede"
              label="Lede"
              type="lines"
              value={page.lede ?? ''}
              maxLength={2000}
              onChange={(lede) => {
                change({ lede: lede || null });
              }}
            />
            <div className="mq-pair">
              <ChoicePart
                id="mq-page-parent"
                label="Parent page"
                none="None (top level)"
                value={page.parent ?? ''}
                options={pages
                  .filter((one) => one.slug !== opened.data.page.slug)
                  .map((one) => ({ value: one.slug, label: one.title }))}
                onChange={(parent) => {
                  change({ parent: parent || null });
                }}
              />
              <ChoicePart
                id="mq-page-audience"
                label="Audience"
                none="Everyone"
                value={page.audience === 'everyone' ? '' : page.audience}
                options={[
                  { value: 'partners', label: 'Partners' },
                  { value: 'members', label: 'Members' },
                ]}
                onChange={(audience) => {
                  change({ audience: (audience || 'everyone') as Page['audience'] });
                }}
              />
            </div>
            <label className="mq-tick">
              <input
                type="checkbox"
                checked={page.hidden}
                onChange={(event) => {
                  change({ hidden: event.target.checked });
                }}
              />
              Hidden from readers, including its subpages
            </label>
            {page.sections.map((section, index) => (
              <section key={section.id} className="mq-sectionform" aria-label={`Section ${index + 1}`}>
                <header className="mq-sectionform__head">
                  <strong>
                    {index + 1}.{' '}
                    {known.find(({ name }) => name === section.template)?.title ?? section.template}
                  </strong>
                  <button
                    type="button"
                    className="mq-icon-button"
                    aria-label={`Move section ${index + 1} up`}
                    disabled={index === 0}
                    onClick={() => {
                      move(index, index - 1);
                    }}
                  >
                    ↑
                  </button>
                  <button
                    type="button"
                    className="mq-icon-button"
                    aria-label={`Move section ${index + 1} down`}
                    disabled={index === page.sections.length - 1}
                    onClick={() => {
                      move(index, index + 1);
                    }}
                  >
                    ↓
                  </button>
                  <button
                    type="button"
                    className="mq-icon-button"
                    aria-label={`Remove section ${index + 1}`}
                    onClick={() => {
                      change({ sections: page.sections.filter((_, at) => at !== index) });
                    }}
                  >
                    <CloseIcon />
                  </button>
                </header>
                <SectionForm
                  id={`mq-section-${section.id}`}
                  section={section}
                  template={known.find(({ name }) => name === section.template) ?? null}
                  rules={rules}
                  onChange={(next) => {
                    setSection(index, next);
                  }}
                />
                {opened.data.warnings
                  .filter((warning) => warning.section === section.id)
                  .map(({ message }) => (
                    <p key={message} className="mq-warning">
                      {message}
                    </p>
                  ))}
              </section>
            ))}
            <select
              className="mq-input"
              aria-label="Add a section"
              value=""
              onChange={(event) => {
                const template = known.find(({ name }) => name === event.target.value);
                if (!template) return;
                const section: Section = {
                  id: `s${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(16) ?? '0'}`,
                  template: template.name,
                  title: null,
                  body: null,
                  width: 'normal',
                  columns: null,
                  tone: 'plain',
                  hidden: false,
                  keys: [],
                  props: {},
                };
                change({ sections: [...page.sections, section] });
              }}
            >
              <option value="">Add a section…</option>
              {known.map((template) => (
                <option key={template.name} value={template.name} title={template.description}>
                  {template.title}
                </option>
              ))}
            </select>
          </fieldset>
          {opened.data.warnings
            .filter((warning) => warning.section === null)
            .map(({ message }) => (
              <p key={message} className="mq-warning">
                {message}
              </p>
            ))}
          {problem && (
            <p role="alert" className="mq-alert">
              {problem}
            </p>
          )}
          {mayWrite && (
            <div className="mq-row mq-form__foot">
              <button type="submit" className="mq-button mq-button--primary" disabled={busy}>
                Save page
              </button>
              <span className="mq-form__end">
                <button
                  type="button"
                  className={asking ? 'mq-button mq-button--stop mq-button--small' : 'mq-link'}
                  onClick={() => {
                    if (asking) void remove();
                    else setAsking(true);
                  }}
                >
                  {asking ? `Delete the page “${opened.data.page.title}” permanently` : 'Delete…'}
                </button>
              </span>
            </div>
          )}
        </form>
        <PagePreview brand={brand} page={slug} contexts={contexts} draft={JSON.stringify(bodyOf(page))} />
      </div>
      {mayComment && (
        <PageComments
          brand={brand}
          page={slug}
          mayWrite={mayWrite}
          sections={opened.data.page.sections.map((section, index) => ({
            id: section.id,
            label: `${index + 1}. ${titleOf(section)}`,
          }))}
        />
      )}
      <PartAccess brand={brand} part={`page/${slug}`} />
    </div>
  );
}
