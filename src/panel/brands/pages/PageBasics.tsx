'use client';
// A page's title, address, lede, place in the tree, and who can read it.
import type { PageEntry } from '../../../brands/pages/schemas.ts';
import { ChoicePart, Frame, TextPart, TickPart } from '../../ui/form/inputs.tsx';
import { Chips } from '../../ui/tags/Chips.tsx';
import { AssetPart } from '../../assets/AssetPicker.tsx';
import { useWords } from '../../words/useWords.ts';
import type { EditedPage } from './page-draft.ts';

interface Props {
  page: EditedPage;
  /** The pages it can be under. */
  parents: readonly PageEntry[];
  onChange: (part: Partial<EditedPage>) => void;
}

export function PageBasics({ page, parents, onChange }: Props) {
  const { t } = useWords();
  return (
    <>
      <TextPart
        id="mq-page-title"
        label={t('properties:title')}
        required
        value={page.title}
        maxLength={200}
        onChange={(title) => onChange({ title })}
      />
      <TextPart
        id="mq-page-lede"
        label={t('properties:lede')}
        type="lines"
        value={page.lede ?? ''}
        maxLength={2000}
        onChange={(lede) => onChange({ lede: lede || null })}
      />
      <TickPart
        label={t('pages:hiddenWithSubpages')}
        checked={page.hidden}
        onChange={(hidden) => onChange({ hidden })}
      />
      <details className="mq-more-props">
        <summary>{t('pages:placeAndLayout')}</summary>
        <div className="mq-form">
          <PagePlace page={page} parents={parents} onChange={onChange} />
          <PageLook page={page} onChange={onChange} />
          <PageAddress page={page} onChange={onChange} />
        </div>
      </details>
    </>
  );
}

/** How it opens. */
function PageLook({ page, onChange }: Omit<Props, 'parents'>) {
  const { t } = useWords();
  return (
    <>
      <TextPart
        id="mq-page-eyebrow"
        label={t('pages:aboveTitle')}
        value={page.eyebrow ?? ''}
        maxLength={200}
        onChange={(eyebrow) => onChange({ eyebrow: eyebrow || null })}
      />
      <AssetPart label={t('properties:cover')} id={page.cover} onChange={(cover) => onChange({ cover })} />
      <ChoicePart
        id="mq-page-layout"
        label={t('properties:layout')}
        value={page.layout}
        options={[
          { value: 'book', label: t('pages:layoutBook') },
          { value: 'landing', label: t('pages:layoutLanding') },
        ]}
        onChange={(layout) => onChange({ layout: layout as EditedPage['layout'] })}
      />
      <TextPart
        id="mq-page-icon"
        label={t('properties:icon')}
        value={page.icon ?? ''}
        hint={t('pages:iconHint')}
        maxLength={40}
        onChange={(icon) => onChange({ icon: icon || null })}
      />
      <TickPart label={t('pages:tabs')} checked={page.tabs} onChange={(tabs) => onChange({ tabs })} />
    </>
  );
}

/** Its address, and its old ones. */
function PageAddress({ page, onChange }: Omit<Props, 'parents'>) {
  const { t } = useWords();
  return (
    <>
      <TextPart
        id="mq-page-slug"
        label={t('properties:slug')}
        required
        value={page.slug}
        hint={t('pages:oldAddresses')}
        maxLength={100}
        onChange={(slug) => onChange({ slug })}
      />
      <Frame id="mq-page-aliases" label={t('properties:aliases')} hint={t('pages:aliasesHint')}>
        <Chips
          id="mq-page-aliases"
          noun="address"
          values={page.aliases}
          onChange={(aliases) => onChange({ aliases })}
        />
      </Frame>
    </>
  );
}

function PagePlace({ page, parents, onChange }: Props) {
  const { t } = useWords();
  return (
    <div className="mq-pair">
      <ChoicePart
        id="mq-page-parent"
        label={t('properties:parent')}
        none={t('pages:noParent')}
        value={page.parent ?? ''}
        options={parents.map(({ slug, title }) => ({ value: slug, label: title }))}
        onChange={(parent) => onChange({ parent: parent || null })}
      />
      <ChoicePart
        id="mq-page-audience"
        label={t('properties:audience')}
        none={t('options:everyone')}
        value={page.audience === 'everyone' ? '' : page.audience}
        options={[
          { value: 'partners', label: t('options:partners') },
          { value: 'members', label: t('options:members') },
        ]}
        onChange={(audience) => onChange({ audience: (audience || 'everyone') as EditedPage['audience'] })}
      />
    </div>
  );
}
