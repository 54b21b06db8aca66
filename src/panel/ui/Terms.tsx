// Labeled values, one per row.
import type { ReactNode } from 'react';

export type Term = readonly [label: string, value: ReactNode];

interface Props {
  className: string;
  terms: readonly Term[];
  /** More rows. */
  children?: ReactNode;
}

export function Terms({ className, terms, children }: Props) {
  return (
    <dl className={className}>
      {terms.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {children}
    </dl>
  );
}
