// XMP packets: what is edited in place, also in those of other programs, and what is refused.
import { describe, expect, it } from '@jest/globals';
import fc from '../../setup/random.ts';
import { writeXmp } from '../../../src/lib/metadata-writer/xmp.ts';

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const dc = 'http://purl.org/dc/elements/1.1/';
const nothing = {
  title: null,
  description: null,
  creator: null,
  copyright: null,
  license: null,
  keywords: [],
};
const write = (packet: string, title: string | null = 'New') =>
  writeXmp(Buffer.from(packet), { ...nothing, title });

describe('a packet of another program', () => {
  it('is edited in place, and the rest of its text stays byte for byte', () => {
    const packet = `\ufeff<?xml version="1.0"?><rdf:RDF xmlns:rdf="${rdf}" xmlns:dc="${dc}">\r\n  <rdf:Description rdf:about=''\r\n    dc:title="old"  dc:format='image/png'><!-- < --><dc:rights/><dc:source>é 😀 &amp;</dc:source ></rdf:Description\n></rdf:RDF>`;
    expect(write(packet, null)?.packet.toString()).toBe(
      `\ufeff<?xml version="1.0"?><rdf:RDF xmlns:rdf="${rdf}" xmlns:dc="${dc}">\r\n  <rdf:Description rdf:about=''  dc:format='image/png'><!-- < --><dc:source>é 😀 &amp;</dc:source ></rdf:Description\n></rdf:RDF>`,
    );
  });

  it.each([
    [
      'a default namespace',
      `<RDF xmlns="${rdf}"><Description><title xmlns="${dc}">old</title></Description></RDF>`,
    ],
    [
      'padding of NULs',
      `<r:RDF xmlns:r="${rdf}"><r:Description xmlns:d="${dc}" d:title="old"/></r:RDF>\0\0\0`,
    ],
    [
      'an undeclared prefix',
      `<r:RDF xmlns:r="${rdf}"><r:Description><q:title>kept</q:title></r:Description></r:RDF>`,
    ],
  ])('may have %s', (_, packet) => {
    const written = write(packet);
    expect(written?.kept).toBe(true);
    expect(written?.packet.toString()).not.toContain('old');
    expect(written?.packet.toString()).toContain('New');
  });

  const inRdf = (content: string) =>
    `<r:RDF xmlns:r="${rdf}"><r:Description>${content}</r:Description></r:RDF>`;
  it.each([
    ['multiplies entities', `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${inRdf('<x>&b;</x>')}`],
    ['has two RDFs', `<x>${inRdf('')}${inRdf('')}</x>`],
    ['has only an empty RDF', `<r:RDF xmlns:r="${rdf}"/>`],
    ['has an element out of place', inRdf('<a><b></a></b>')],
    ['is nested too deeply', inRdf(`${'<q:x>'.repeat(10_000)}${'</q:x>'.repeat(10_000)}`)],
  ])('is replaced if it %s', (_, packet) => {
    expect(write(packet)).toMatchObject({ kept: false });
    expect(write(packet, null)).toBeNull();
  });
});

describe('an XMP packet', () => {
  it('is edited by namespace, whatever its prefixes, attributes included, and only as deep as our own properties', () => {
    const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <r:Description r:about="" xmlns:D="http://purl.org/dc/elements/1.1/" xmlns:o="urn:other" D:title='gone' o:title="stays">
        <D:subject><r:Bag><r:li>gone</r:li></r:Bag></D:subject><o:subject>stays</o:subject>
        <o:part r:parseType="Resource"><D:title>stays inside</D:title></o:part><!-- <D:title>a comment</D:title> -->
        <D:creator/></r:Description></r:RDF></x:xmpmeta>`;
    const written = writeXmp(Buffer.from(packet), { ...nothing, title: 'New' });
    const text = written?.packet.toString() ?? '';
    expect(text).not.toContain('gone');
    expect(text).not.toContain('creator');
    expect(text.match(/stays/g)).toHaveLength(3);
    expect(text).toContain('<rdf:li xml:lang="x-default">New</rdf:li>');
    expect(written?.kept).toBe(true);
  });

  it("that isn't XML is replaced, as is one too long to edit, without taking long", () => {
    for (const broken of [
      '<a ',
      '<x:xmpmeta><r:RDF>',
      `${'<a "'.repeat(60_000)}`,
      `<a${' '.repeat(1_000_000)}`,
      '<a b="'.repeat(50_000),
    ]) {
      const written = writeXmp(Buffer.from(broken), { ...nothing, title: 'New' });
      expect(written).toMatchObject({ kept: false });
      expect(writeXmp(Buffer.from(broken), nothing)).toBeNull();
    }
  });

  it('preserves any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (title) => {
        const once = writeXmp(null, { ...nothing, title })?.packet ?? Buffer.alloc(0);
        const twice = writeXmp(once, { ...nothing, title })?.packet ?? Buffer.alloc(0);
        expect(twice.toString().match(/<dc:title>/g)).toHaveLength(1);
        expect(writeXmp(twice, nothing)?.packet.toString()).not.toContain('dc:title>');
      }),
    );
  });
});
