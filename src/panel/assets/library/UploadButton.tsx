'use client';
// Chooses files or a folder to upload.
import { UploadIcon } from '../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx';
import { useUploads } from '../uploads.tsx';
import { useWords } from '../../words/useWords.ts';

interface Props {
  /** The id of a collection that the files go into. */
  into?: string;
  /** Something else is what people mostly come for. */
  secondary?: boolean;
}

/** The ways to add files that are in a menu. */
export function useMoreWaysToAdd(into?: string): MenuItem[] {
  const { t } = useWords();
  const { choose, chooseFolder } = useUploads();
  return [
    { label: t('library:uploadDescribed'), onSelect: () => choose(into, true) },
    { label: t('library:uploadFolder'), onSelect: () => chooseFolder(into) },
  ];
}

export function UploadButton({ into, secondary = false }: Props) {
  const { t } = useWords();
  const { choose } = useUploads();
  return (
    <button
      type="button"
      className={secondary ? 'mq-button' : 'mq-button mq-button--primary'}
      onClick={() => choose(into)}
    >
      <UploadIcon /> {t('library:upload')}
    </button>
  );
}

/** The same with a menu of its own, where there is no other. */
export function UploadTools() {
  const { t } = useWords();
  return (
    <>
      <UploadButton />
      <Menu label={t('library:moreWaysToAdd')} items={useMoreWaysToAdd()} />
    </>
  );
}
