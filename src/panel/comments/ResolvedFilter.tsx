'use client';
// Open comments, or resolved ones.
import { FilterButtons } from '../ui/form/FilterButtons.tsx';

interface Props {
  resolved: boolean;
  onChange: (resolved: boolean) => void;
}

export function ResolvedFilter({ resolved, onChange }: Props) {
  return (
    <FilterButtons
      label="Filter comments"
      options={[
        { value: false, label: 'Open' },
        { value: true, label: 'Resolved' },
      ]}
      chosen={resolved}
      onChange={onChange}
    />
  );
}
