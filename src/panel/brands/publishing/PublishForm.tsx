'use client';
// Publishes the latest version with a note and an image, below what it changes for readers.
import { toast } from '@payloadcms/ui';
import { useOperation } from '../../client/useOperation.ts';
import { AssetPart } from '../../assets/AssetPicker.tsx';
import type { Stored } from '../../client/drafts/kept-drafts.ts';
import { useDraft } from '../../client/drafts/useDraft.ts';
import { call } from '../../client/operations.ts';
import { useSaving } from '../../client/useSaving.ts';
import { Alert } from '../../ui/Alert.tsx';
import { TextPart } from '../../ui/form/inputs.tsx';
import { useWords } from '../../words/useWords.ts';
import { Changes } from './Changes.tsx';
import { Form } from '../../ui/form/Form.tsx';

interface Announcement {
  note: string;
  /** Id of an asset. */
  image: string | null;
}

const nothingSaid: Stored<Announcement> = { value: { note: '', image: null }, version: 'new' };

interface Props {
  brand: string;
  /** Number of the version that readers see; null: none yet. */
  published: number | null;
  latest: number;
  onDone: () => void;
}

export function PublishForm({ brand, published, latest, onDone }: Props) {
  const { t } = useWords();
  const draft = useDraft<Announcement>(`${brand}/publish`, nothingSaid);
  const { note, image } = draft.value ?? nothingSaid.value;
  const saving = useSaving([]);
  const read = useOperation(
    'get_brand_version',
    published === latest ? null : { slug: brand, n: String(latest), against: String(published ?? 0) },
  );
  const publish = async (): Promise<void> => {
    const { data } = await call('publish_brand', {
      slug: brand,
      body: { note: note.trim() || null, image },
    });
    toast.success(
      data.unchanged
        ? t('publishing:nothingToPublish')
        : t('publishing:publishedVersion', { version: String(data.version) }),
    );
    draft.discard();
    onDone();
  };
  if (published === latest) return <p className="mq-quiet">{t('publishing:upToDate')}</p>;
  return (
    <Form
      className="mq-panel"
      aria-label={t('publishing:publish')}
      onSubmit={() => void saving.save(publish)}
    >
      <h2>{t(published === null ? 'publishing:firstTime' : 'publishing:sinceLast')}</h2>
      <Alert problem={read.problem} />
      {read.data && <Changes brand={brand} version={read.data} />}
      <TextPart
        id="mq-publish-note"
        label={t('publishing:whatsNew')}
        type="lines"
        value={note}
        maxLength={5000}
        onChange={(text) => draft.change((before) => ({ ...before, note: text }))}
      />
      <AssetPart
        label={t('publishing:image')}
        id={image}
        onChange={(id) => draft.change((before) => ({ ...before, image: id }))}
      />
      <Alert problem={saving.problem} />
      <div className="mq-row">
        <button type="submit" className="mq-button mq-button--primary" disabled={saving.busy}>
          {t('publishing:publish')}
        </button>
        <span className="mq-muted">{t('publishing:publishHint')}</span>
      </div>
    </Form>
  );
}
