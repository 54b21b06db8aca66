'use client';
// Publishes the latest version with a note and an image, below what it changes for readers.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import { useOperation } from '../../client/useOperation.ts';
import { AssetPart } from '../../assets/AssetPicker.tsx';
import { call } from '../../client/operations.ts';
import { useSaving } from '../../client/useSaving.ts';
import { Alert } from '../../ui/Alert.tsx';
import { TextPart } from '../../ui/form/inputs.tsx';
import { Changes } from './Changes.tsx';
import { Form } from '../../ui/form/Form.tsx';

interface Props {
  brand: string;
  /** Number of the version that readers see; null: none yet. */
  published: number | null;
  latest: number;
  onDone: () => void;
}

export function PublishForm({ brand, published, latest, onDone }: Props) {
  const [note, setNote] = useState('');
  const [image, setImage] = useState<string | null>(null);
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
      data.unchanged ? 'Nothing to publish: readers already see this.' : `Published version ${data.version}.`,
    );
    setNote('');
    setImage(null);
    onDone();
  };
  if (published === latest)
    return <p className="mq-quiet">Readers already see the latest version. New changes will show up here.</p>;
  return (
    <Form className="mq-panel" aria-label="Publish" onSubmit={() => void saving.save(publish)}>
      <h2>
        {published === null ? 'What readers will see for the first time' : 'Changed since the last publish'}
      </h2>
      <Alert problem={read.problem} />
      {read.data && <Changes differences={read.data.differences} />}
      <TextPart
        id="mq-publish-note"
        label="What’s new, for readers"
        type="lines"
        value={note}
        maxLength={5000}
        onChange={setNote}
      />
      <AssetPart label="Image" id={image} onChange={setImage} />
      <Alert problem={saving.problem} />
      <div className="mq-row">
        <button type="submit" className="mq-button mq-button--primary" disabled={saving.busy}>
          Publish
        </button>
        <span className="mq-muted">Portals and live tokens will show the brand as it is now.</span>
      </div>
    </Form>
  );
}
