'use client';
// How wide a page is shown: as on a large window, or on a phone.
import { FilterButtons } from '../../../ui/form/FilterButtons.tsx';
import { useWords } from '../../../words/useWords.ts';
import type { Device } from './PageFrame.tsx';

interface Props {
  chosen: Device;
  onChange: (device: Device) => void;
}

export function WidthChoice({ chosen, onChange }: Props) {
  const { t } = useWords();
  return (
    <FilterButtons
      label={t('pages:width')}
      options={[
        { value: 'wide', label: t('pages:wide') },
        { value: 'phone', label: t('pages:phone') },
      ]}
      chosen={chosen}
      onChange={onChange}
    />
  );
}
