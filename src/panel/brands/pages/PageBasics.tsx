'use client';
// A page's title, address, lede, place in the tree, and who can read it.
import type { PageEntry } from '../../../brands/pages/schemas.ts';
import { ChoicePart, TextPart, TickPart } from '../../ui/form/inputs.tsx';
import { AssetPart } from '../../assets/AssetPicker.tsx';
import type { EditedPage } from './page-draft.ts';

interface Props {
  page: EditedPage;
  /** The pages it can be under. */
  parents: readonly PageEntry[];
  onChange: (part: Partial<EditedPage>) => void;
}

export function PageBasics({ page, parents, onChange }: Props) {
  return (
    <>
      <TextPart
        id="mq-page-title"
        label="Title"
        required
        value={page.title}
        maxLength={200}
        onChange={(title) => onChange({ title })}
      />
      <TextPart
        id="mq-page-lede"
        label="Lede"
        type="lines"
        value={page.lede ?? ''}
        maxLength={2000}
        onChange={(lede) => onChange({ lede: lede || null })}
      />
      <TickPart
        label="Hidden from readers, including its subpages"
        checked={page.hidden}
        onChange={(hidden) => onChange({ hidden })}
      />
      <details className="mq-more-props">
        <summary>Place, readers and layout</summary>
        <div className="mq-form">
          <PagePlace page={page} parents={parents} onChange={onChange} />
          <PageLook page={page} onChange={onChange} />
        </div>
      </details>
    </>
  );
}

/** How it opens, and its address. */
function PageLook({ page, onChange }: Omit<Props, 'parents'>) {
  return (
    <>
      <TextPart
        id="mq-page-eyebrow"
        label="Above the title"
        value={page.eyebrow ?? ''}
        maxLength={200}
        onChange={(eyebrow) => onChange({ eyebrow: eyebrow || null })}
      />
      <AssetPart label="Cover picture" id={page.cover} onChange={(cover) => onChange({ cover })} />
      <ChoicePart
        id="mq-page-layout"
        label="Layout"
        value={page.layout}
        options={[
          { value: 'book', label: 'Page with a title' },
          { value: 'landing', label: 'Landing page, opens with its cover' },
        ]}
        onChange={(layout) => onChange({ layout: layout as EditedPage['layout'] })}
      />
      <TextPart
        id="mq-page-slug"
        label="Address"
        required
        value={page.slug}
        hint="Old addresses keep working"
        maxLength={100}
        onChange={(slug) => onChange({ slug })}
      />
    </>
  );
}

function PagePlace({ page, parents, onChange }: Props) {
  return (
    <div className="mq-pair">
      <ChoicePart
        id="mq-page-parent"
        label="Parent page"
        none="None (top level)"
        value={page.parent ?? ''}
        options={parents.map(({ slug, title }) => ({ value: slug, label: title }))}
        onChange={(parent) => onChange({ parent: parent || null })}
      />
      <ChoicePart
        id="mq-page-audience"
        label="Readers"
        none="Everyone"
        value={page.audience === 'everyone' ? '' : page.audience}
        options={[
          { value: 'partners', label: 'Partners' },
          { value: 'members', label: 'Members' },
        ]}
        onChange={(audience) => onChange({ audience: (audience || 'everyone') as EditedPage['audience'] })}
      />
    </div>
  );
}
