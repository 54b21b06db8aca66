'use client';
// Downloads an asset: the original, or a picture in another size and format.
import { useId, useRef, useState } from 'react';
import { CallFailed } from '../../../client/api.ts';
import { call, type InputFor } from '../../../client/operations.ts';
import { useOperation } from '../../../client/useOperation.ts';
import { useSaving } from '../../../client/useSaving.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { contentOf, kindOf } from '../../../ui/format.ts';
import { ChoicePart, TextPart } from '../../../ui/form/inputs.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { useWords } from '../../../words/useWords.ts';
import type { Translate } from '../../../words/words.tsx';
import { spoken } from '../../../client/spoken.ts';

type Format = NonNullable<InputFor<'get_rendition_url'>['f']>;

const formats: readonly { value: Format; label: string }[] = [
  { value: 'jpeg', label: 'JPEG' },
  { value: 'png', label: 'PNG' },
  { value: 'webp', label: 'WebP' },
  { value: 'avif', label: 'AVIF' },
];

const sizes = [
  { width: 2560, label: 'asset:largeWidth' },
  { width: 1280, label: 'asset:mediumWidth' },
  { width: 640, label: 'asset:smallWidth' },
] as const;

interface Downloaded {
  id: string;
  mime: string;
  size: number;
  width: number | null;
  height: number | null;
  /** Whose presets are offered; null: those of the person's current one. */
  workspace: string | null;
}

const original = (id: string): string => `${contentOf(id)}?download`;

function saveFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** The server names the asset to use instead by its id. */
const wordsOfRefusal = (error: unknown): unknown =>
  error instanceof CallFailed && error.status === 409 ? new Error(spoken().t('asset:cantConvert')) : error;

async function saveRendition(id: string, asked: Omit<InputFor<'get_rendition_url'>, 'id'>): Promise<void> {
  const { data } = await call('get_rendition_url', { id, ...asked }).catch((error: unknown) => {
    throw wordsOfRefusal(error);
  });
  saveFrom(`${contentOf(id, data.transform)}?download`);
}

const presetPrefix = 'preset ';

function sizeChoices(
  { width, height }: Downloaded,
  presets: readonly { name: string }[],
  t: Translate,
): { value: string; label: string }[] {
  const smaller = sizes.filter((size) => width !== null && size.width < width);
  return [
    {
      value: 'original',
      label:
        width && height
          ? t('asset:originalSize', { width: String(width), height: String(height) })
          : t('asset:original'),
    },
    ...smaller.map((size) => ({
      value: String(size.width),
      label: t(size.label, { width: String(size.width) }),
    })),
    ...presets.map(({ name }) => ({ value: presetPrefix + name, label: t('asset:preset', { name }) })),
    { value: 'custom', label: t('asset:anotherWidth') },
  ];
}

function DownloadForm({ asset, onDone }: { asset: Downloaded; onDone: () => void }) {
  const { t } = useWords();
  const id = useId();
  const [size, setSize] = useState('original');
  const [custom, setCustom] = useState('');
  const [format, setFormat] = useState<Format | ''>('');
  const { busy, problem, save } = useSaving();
  const { data: transforms } = useOperation('get_transforms', {}, asset.workspace);
  const preset = size.startsWith(presetPrefix) ? size.slice(presetPrefix.length) : null;
  const width = Number(size === 'custom' ? custom : size);
  const isWrong = size === 'custom' && !(Number.isInteger(width) && width >= 1 && width <= 8000);

  const download = async (): Promise<void> => {
    if (size === 'original' && format === '') return saveFrom(original(asset.id));
    const sized = { ...(size === 'original' ? {} : { w: width }), ...(format === '' ? {} : { f: format }) };
    await saveRendition(asset.id, preset === null ? sized : { preset });
  };

  return (
    <>
      <ChoicePart
        id={`${id}-size`}
        label={t('assets:size')}
        value={size}
        options={sizeChoices(asset, transforms?.presets ?? [], t)}
        onChange={setSize}
      />
      {size === 'custom' && (
        <TextPart
          id={`${id}-width`}
          label={t('asset:width')}
          type="number"
          value={custom}
          onChange={setCustom}
          hint={asset.width ? t('asset:widthHint', { width: String(asset.width) }) : undefined}
        />
      )}
      {preset === null && (
        <ChoicePart
          id={`${id}-format`}
          label={t('asset:format')}
          value={format}
          none={t('asset:asItIs', { kind: kindOf(asset.mime) })}
          options={formats}
          onChange={(value) => setFormat(value as Format | '')}
        />
      )}
      <Alert problem={problem} />
      <button
        type="button"
        className="mq-button mq-button--primary"
        disabled={busy || isWrong}
        onClick={() => void save(async () => download().then(onDone))}
      >
        {t('asset:download')}
      </button>
    </>
  );
}

/** @param asset without a picture, it's only downloaded as it is. */
export function DownloadMenu({ asset, hasPicture }: { asset: Downloaded; hasPicture: boolean }) {
  const { t, filesize } = useWords();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  if (!hasPicture)
    return (
      <a className="mq-button mq-button--small" href={original(asset.id)} download>
        <DownloadIcon /> {t('asset:downloadSize', { size: filesize(asset.size) })}
      </a>
    );
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div
      className="mq-download"
      onKeyDown={(event) => {
        if (open && event.key === 'Escape') close();
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className="mq-button mq-button--small"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <DownloadIcon /> {t('asset:download')}
      </button>
      {open && (
        <div id={id} className="mq-download__menu" role="group" aria-label={t('asset:download')}>
          <DownloadForm asset={asset} onDone={close} />
        </div>
      )}
    </div>
  );
}
