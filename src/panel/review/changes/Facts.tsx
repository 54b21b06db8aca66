'use client';
// Labelled values in rows. Empty values are left out.
import type { ReactNode } from 'react';

export type Fact = readonly [label: string, value: ReactNode];

export function Facts({ facts }: { facts: readonly Fact[] }) {
  const filled = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  if (filled.length === 0) return null;
  return (
    <dl className="mq-facts mq-facts--rows">
      {filled.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
