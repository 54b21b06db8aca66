'use client';
// Chooses files or a folder to upload.
import { UploadIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/overlays/Menu.tsx';
import { useUploads } from '../uploads.tsx';

interface Props {
  /** The id of a collection that the files go into. */
  into?: string;
  /** Something else is what people mostly come for. */
  secondary?: boolean;
}

export function UploadButton({ into, secondary = false }: Props) {
  const { choose, chooseFolder } = useUploads();
  return (
    <>
      <button
        type="button"
        className={secondary ? 'mq-button' : 'mq-button mq-button--primary'}
        onClick={() => choose(into)}
      >
        <UploadIcon /> Upload
      </button>
      <Menu
        label="More ways to add files"
        items={[{ label: 'Upload a folder', onSelect: () => chooseFolder(into) }]}
      />
    </>
  );
}
