// One file on the page of a review link: its picture or player with the numbers of the comments, and the comments beside it.
// cspell:ignore nodownload
import type { CSSProperties, ReactElement } from 'react';
import { boxOf } from '../../lib/picture-places.ts';
import { bytesText, formatText } from '../../sharing/words.ts';
import type { SharedAsset } from '../schemas.ts';
import { formId, TextForm, type Forms } from './forms.tsx';
import { Threads, type NumberedThread } from './threads.tsx';

const percent = (share: number): string => `${share * 100}%`;

function Pin({ thread }: { thread: NumberedThread }): ReactElement | null {
  const { anchor, number, id, author } = thread;
  if (number === null || anchor === null) return null;
  const { x, y, width, height } = boxOf(anchor);
  const corner = { left: percent(x), top: percent(y) };
  return (
    <>
      <a
        className="pin"
        id={`pin-${id}`}
        href={`#comment-${id}`}
        style={corner}
        aria-label={`Comment ${number} by ${author.name}`}
        {...(anchor.from === undefined
          ? {}
          : { 'data-from': anchor.from, 'data-to': anchor.to ?? anchor.from })}
      >
        {number}
      </a>
      {width > 0 && (
        <span className="marked" style={{ ...corner, width: percent(width), height: percent(height) }} />
      )}
    </>
  );
}

/** As wide as styles.ts makes the column of the picture. */
const sizes = '(max-width: 60rem) 94vw, 56rem';

const isPlayed = (mime: string, kind: 'video' | 'audio'): boolean => mime.startsWith(`${kind}/`);

/** Whether places can be marked on it. */
const isSeen = ({ thumbnail, mime }: SharedAsset): boolean =>
  (thumbnail !== null && !isPlayed(mime, 'audio')) || isPlayed(mime, 'video');

function Media({ asset, srcset, player }: Pick<Props, 'asset' | 'srcset' | 'player'>): ReactElement {
  const { id, mime, title, thumbnail, alt, width, height } = asset;
  if (isPlayed(mime, 'video'))
    return (
      <video
        id={`player-${id}`}
        src={player}
        {...(asset.url === null && { controlsList: 'nodownload' })}
        controls
        preload="metadata"
        aria-label={title}
        {...(thumbnail === null ? {} : { poster: thumbnail })}
      />
    );
  if (thumbnail === null) return <p className="quiet">{formatText(mime)}</p>;
  return (
    <img
      src={thumbnail}
      {...(srcset && { srcSet: srcset, sizes })}
      alt={alt ?? title}
      loading="lazy"
      decoding="async"
      {...(width && height ? { width, height } : {})}
    />
  );
}

interface Props {
  asset: SharedAsset;
  srcset: string | undefined;
  /** Where it's played; undefined if it isn't a recording. */
  player: string | undefined;
  threads: readonly NumberedThread[];
  /** False: there are older threads than these. */
  isAll: boolean;
  forms: Forms;
  organization: string;
}

/** What there is to see or hear. */
function Seen(props: Pick<Props, 'asset' | 'srcset' | 'player' | 'threads'>): ReactElement {
  const { asset, player, threads } = props;
  const { id, mime, title, width, height } = asset;
  const isSound = isPlayed(mime, 'audio');
  // The waveform of a sound needn't be large.
  const wide = isSound ? '24rem' : `${width ?? 0}px`;
  const shape =
    width && height ? ({ '--ratio': width / height, '--wide': wide } as CSSProperties) : undefined;
  return (
    <div className="seen">
      <div className={shape ? 'stage shaped' : 'stage'} id={`picture-${id}`} style={shape}>
        <Media {...props} />
        {isSeen(asset) && threads.map((thread) => <Pin key={thread.id} thread={thread} />)}
      </div>
      {isSound && (
        <audio
          id={`player-${id}`}
          src={player}
          {...(asset.url === null && { controlsList: 'nodownload' })}
          controls
          preload="metadata"
          aria-label={title}
        />
      )}
    </div>
  );
}

/** Shown by the script: without it, comments are on all of the file. */
function Tools({ asset }: { asset: SharedAsset }): ReactElement {
  return (
    <div className="tools" hidden>
      {isSeen(asset) && (
        <button type="button" className="plain" data-do="mark">
          Mark on the picture
        </button>
      )}
      {/^(video|audio)\//.test(asset.mime) && (
        <button type="button" className="plain" data-do="time">
          At this moment
        </button>
      )}
      <button type="button" className="plain" data-do="clear" hidden>
        Comment on all of it
      </button>
      <p className="small quiet" role="status" data-hint="" />
    </div>
  );
}

/** The file as it is, where the link gives it away. */
function FileLinks({ asset: { title, url } }: { asset: SharedAsset }): ReactElement | null {
  if (url === null) return null;
  return (
    <p className="links noprint">
      <a href={url} aria-label={`View ${title}`}>
        View
      </a>
      <a href={url.replace('?', '?download&')} aria-label={`Download ${title}`}>
        Download
      </a>
    </p>
  );
}

export function ReviewedFile(props: Props): ReactElement {
  const { asset, threads, isAll, forms, organization } = props;
  const { id, title, mime, size, width, height, credit, ai, description } = asset;
  const hasSize = width && height && !isPlayed(mime, 'audio');
  const facts = [formatText(mime), hasSize ? `${width} × ${height}` : null, bytesText(size)];
  return (
    <section className="reviewed" id={`file-${id}`} aria-labelledby={`title-${id}`}>
      <div className="head">
        <h2 id={`title-${id}`} dir="auto">
          {title}
        </h2>
        <p className="quiet small">
          {facts.filter((fact) => fact !== null).join(' · ')}
          {credit ? ` · © ${credit}` : ''}
          {ai === 'yes' ? ' · Made with AI' : ''}
        </p>
        {description ? <p dir="auto">{description}</p> : null}
      </div>
      <Seen {...props} />
      <div className="talk">
        <h3>Comments</h3>
        {forms.visitor ? (
          <TextForm
            forms={forms}
            id={formId('asset', id)}
            action="comments"
            label="Add a comment"
            button="Comment"
            fields={{ asset: id, anchor: '' }}
          >
            <Tools asset={asset} />
          </TextForm>
        ) : (
          <p className="noprint">
            <a href="#visitor">Enter your name to comment</a>
          </p>
        )}
        <Threads threads={threads} forms={forms} asset={id} organization={organization} />
        {isAll ? null : <p className="quiet small">Older comments aren’t shown here.</p>}
        <FileLinks asset={asset} />
      </div>
    </section>
  );
}
