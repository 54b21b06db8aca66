// Files that carry a text where programs look for one: a JPEG with XMP and IPTC, and a PDF.
import sharp from 'sharp';
import { u16, u32 } from '../assets/metadata/probing.ts';
import { wellFormed } from './injections.ts';

const inXml = (text: string): string =>
  wellFormed(text)
    .replace(/[^\P{Cc}\n\t]|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

function xmp(text: string): string {
  const alternative = (name: string) =>
    `<dc:${name}><rdf:Alt><rdf:li xml:lang="x-default">${inXml(text)}</rdf:li></rdf:Alt></dc:${name}>`;
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">${alternative('title')}<dc:creator><rdf:Seq><rdf:li>${inXml(text)}</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

/** An APP13 segment with a description, a keyword and a copyright notice in UTF-8. */
function iptc(text: string): Buffer {
  const record = (dataset: number): Buffer => {
    const bytes = Buffer.from(wellFormed(text));
    return Buffer.concat([Buffer.from([0x1c, 2, dataset]), u16(bytes.length), bytes]);
  };
  const utf8 = Buffer.from([0x1c, 1, 90, 0, 3, 0x1b, 0x25, 0x47]);
  const data = Buffer.concat([utf8, record(25), record(116), record(120)]);
  const resource = Buffer.concat([
    Buffer.from('Photoshop 3.0\0' + '8BIM'),
    u16(0x0404, 0),
    u32(data.length),
    data,
    Buffer.alloc(data.length % 2),
  ]);
  return Buffer.concat([Buffer.from([0xff, 0xed]), u16(resource.length + 2), resource]);
}

let made = 0;

export async function hostileJpeg(text: string): Promise<Buffer> {
  made += 1;
  // A width of its own: colors that are close are the same bytes in a JPEG.
  const picture = await sharp({
    create: { width: 8 + made, height: 8, channels: 3, background: { r: 90, g: 1, b: 1 } },
  })
    .withXmp(xmp(text))
    .jpeg()
    .toBuffer();
  return Buffer.concat([picture.subarray(0, 2), iptc(text), picture.subarray(2)]);
}

/** One page that shows the text, with the text as its title. */
export function hostilePdf(text: string): Buffer {
  const shown = `<${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')}>`;
  const content = `BT /F1 12 Tf 20 20 Td ${shown} Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 50] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Title ${shown} /Author ${shown} >>`,
  ];
  const offsets: number[] = [];
  let pdf = '%PDF-1.4\n';
  for (const [at, object] of objects.entries()) {
    offsets.push(pdf.length);
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = [`<< /Size ${size} /Root 1 0 R /Info 6 0 R >>`, 'startxref', pdf.length, '%%EOF', ''];
  return Buffer.from(`${pdf}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n${trailer.join('\n')}`);
}
