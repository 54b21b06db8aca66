// The filename of a response, made safe to store and show.
import { parse } from 'content-disposition';

/** From Content-Disposition, otherwise from the path. */
export function filenameOf(disposition: string | undefined, url: URL): string | undefined {
  return plainName(dispositionName(disposition ?? '')) ?? plainName(lastSegment(url));
}

/** `''` for a header that names no file, or is malformed. */
function dispositionName(header: string): string {
  try {
    return parse(header).parameters.filename ?? '';
  } catch {
    return '';
  }
}

function lastSegment(url: URL): string {
  return percentDecoded(url.pathname.slice(url.pathname.lastIndexOf('/') + 1));
}

/** Returned unchanged if it isn't encoded correctly. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A filename without folders (of any system) or control characters. */
function plainName(name: string): string | undefined {
  const plain = name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    // eslint-disable-next-line no-control-regex -- control characters are what this removes
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .trim()
    .slice(0, 255);
  return plain === '' || plain === '.' || plain === '..' ? undefined : plain;
}
