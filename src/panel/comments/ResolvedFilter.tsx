'use client';
// Open comments, or resolved ones.
import { FilterButtons } from '../ui/form/FilterButtons.tsx';
import { useWords } from '../words/useWords.ts';

interface Props {
  resolved: boolean;
  onChange: (resolved: boolean) => void;
}

export function ResolvedFilter({ resolved, onChange }: Props) {
  const { t } = useWords();
  return (
    <FilterButtons
      label={t('comments:filter')}
      options={[
        { value: false, label: t('comments:open') },
        { value: true, label: t('comments:resolved') },
      ]}
      chosen={resolved}
      onChange={onChange}
    />
  );
}
