'use client';
// Programs that this server makes use of: which it has, and what is missing without the others.
import { useEffect, useState } from 'react';
import { call, type OutputFor } from '../client/operations.ts';
import { reading } from '../client/reading.ts';
import { Terms } from '../ui/Terms.tsx';
import { useWords } from '../words/useWords.ts';

type Program = OutputFor<'get_health'>['programs'][number];

export function Programs() {
  const { t, said } = useWords();
  const [programs, setPrograms] = useState<readonly Program[]>([]);
  useEffect(
    () =>
      reading(
        (signal) => call('get_health', {}, { signal }),
        (health) => setPrograms(health.programs),
      ),
    [],
  );
  if (programs.length === 0) return null;
  return (
    <section aria-labelledby="mq-programs">
      <h2 id="mq-programs">{t('settings:programs')}</h2>
      <p className="mq-muted">{t('settings:aboutPrograms')}</p>
      <Terms
        className="mq-facts"
        terms={programs.map(({ name, found, use }): [string, string] => [
          name,
          `${found ? t('settings:programFound') : t('settings:programMissing')} · ${said(use)}`,
        ])}
      />
    </section>
  );
}
