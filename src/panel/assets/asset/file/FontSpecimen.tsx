'use client';
// A font specimen, loaded from the asset's own file, with a text of the person's own.
import { useEffect, useState } from 'react';
import { contentOf } from '../../../ui/format.ts';
import { useWords } from '../../../words/useWords.ts';
import type { Translate } from '../../../words/words.tsx';

const specimens = (t: Translate) => [
  { size: '3.2rem', text: 'Aa Bb Cc 123' },
  { size: '1.5rem', text: t('asset:pangram') },
  {
    size: '1.05rem',
    text: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 ÄÖÜäöüß éèêñç &!?@€',
  },
];

export function FontSpecimen({ id, name }: { id: string; name: string }) {
  const { t } = useWords();
  const family = `mq-${id}`;
  const [state, setState] = useState<'loading' | 'there' | 'unreadable'>('loading');
  const [own, setOwn] = useState('');
  useEffect(() => {
    const face = new FontFace(family, `url("${contentOf(id)}")`);
    let left = false;
    face.load().then(
      () => {
        if (left) return;
        document.fonts.add(face);
        setState('there');
      },
      () => {
        if (!left) setState('unreadable');
      },
    );
    return () => {
      left = true;
      document.fonts.delete(face);
    };
  }, [id, family]);
  if (state === 'unreadable')
    return <span className="mq-preview__none">{t('asset:notAFont', { name })}</span>;
  return (
    <div className="mq-specimen">
      <label>
        <span className="mq-sr-only">{t('asset:ownText')}</span>
        <input
          className="mq-input"
          value={own}
          maxLength={500}
          placeholder={t('asset:typeOwnText')}
          onChange={(event) => setOwn(event.target.value)}
        />
      </label>
      <div data-font={state} style={{ fontFamily: `"${family}"` }} aria-label={name} role="img">
        {specimens(t).map(({ size, text }) => (
          <p key={size} style={{ fontSize: size }}>
            {own || text}
          </p>
        ))}
      </div>
    </div>
  );
}
