'use client';
// Labeled values in rows. Empty values are left out.
import { Terms, type Term } from '../../ui/Terms.tsx';

export function Facts({ facts }: { facts: readonly Term[] }) {
  const filled = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  if (filled.length === 0) return null;
  return <Terms className="mq-facts mq-facts--rows" terms={filled} />;
}
