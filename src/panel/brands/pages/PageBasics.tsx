'use client';
// A page's title, address, lede, place in the tree, and who can read it.
import type { PageEntry } from '../../../brands/pages/schemas.ts';
import { ChoicePart, TextPart, TickPart } from '../../ui/form/inputs.tsx';
import type { Page } from './page-draft.ts';

interface Props {
  page: Page;
  /** The pages it can be under. */
  parents: readonly PageEntry[];
  onChange: (part: Partial<Page>) => void;
}

export function PageBasics({ page, parents, onChange }: Props) {
  return (
    <>
      <div className="mq-pair">
        <TextPart
          id="mq-page-title"
          label="Title"
          required
          value={page.title}
          maxLength={200}
          onChange={(title) => onChange({ title })}
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
      </div>
      <TextPart
        id="mq-page-lede"
        label="Lede"
        type="lines"
        value={page.lede ?? ''}
        maxLength={2000}
        onChange={(lede) => onChange({ lede: lede || null })}
      />
      <PagePlace page={page} parents={parents} onChange={onChange} />
      <TickPart
        label="Hidden from readers, including its subpages"
        checked={page.hidden}
        onChange={(hidden) => onChange({ hidden })}
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
        label="Audience"
        none="Everyone"
        value={page.audience === 'everyone' ? '' : page.audience}
        options={[
          { value: 'partners', label: 'Partners' },
          { value: 'members', label: 'Members' },
        ]}
        onChange={(audience) => onChange({ audience: (audience || 'everyone') as Page['audience'] })}
      />
    </div>
  );
}
