// A file card on pages for people outside: its thumbnail, title and facts.
import type { ReactElement, ReactNode } from 'react';
import type { AiAnswer } from '../lib/made-by-ai.ts';
import { bytesText, formatText } from './words.ts';

export interface ShownFile {
  title: string;
  mime: string;
  /** Bytes. */
  size: number;
  width: number | null;
  height: number | null;
  /** Addresses of the file and of a small picture of it. */
  url: string;
  thumbnail: string | null;
  /** The picture in several widths. */
  srcset?: string | undefined;
  credit: string | null;
  license?: string | null;
  ai: AiAnswer;
  description: string | null;
  /** What the picture shows, for those who can't see it. */
  alt: string | null;
}

/** As `.files` in styles.ts lays them out: two columns on a phone; else columns of 16rem, and wider where they fill the line. */
const cardSizes = '(max-width: 38rem) 46vw, 20rem';

/** @param children the actions on it. */
export function FileCard({
  file,
  level,
  children,
}: {
  file: ShownFile;
  level: 2 | 3;
  children: ReactNode;
}): ReactElement {
  const { title, mime, size, url, thumbnail, srcset, credit, license, ai, description, alt } = file;
  const { width, height } = file;
  const Title = level === 2 ? 'h2' : 'h3';
  const facts = [formatText(mime), width && height ? `${width} × ${height}` : null, bytesText(size)];
  return (
    <li className="file">
      <a
        className={mime === 'image/jpeg' ? 'shot photo' : 'shot'}
        href={url}
        // An alt text names it better.
        {...(alt && thumbnail !== null ? {} : { 'aria-label': `View ${title}` })}
      >
        {thumbnail === null ? (
          formatText(mime)
        ) : (
          <img
            src={thumbnail}
            {...(srcset && { srcSet: srcset, sizes: cardSizes })}
            alt={alt ?? ''}
            loading="lazy"
            decoding="async"
            {...(width && height ? { width, height } : {})}
          />
        )}
      </a>
      <div>
        <Title dir="auto">{title}</Title>
        <p className="quiet small">{facts.filter((fact) => fact !== null).join(' · ')}</p>
        {credit ? <p className="quiet small">© {credit}</p> : null}
        {ai === 'yes' ? <p className="quiet small">Made with AI</p> : null}
        {license ? <p className="quiet small">{license}</p> : null}
      </div>
      {description ? (
        <p className="small" dir="auto">
          {description}
        </p>
      ) : null}
      {children}
    </li>
  );
}
