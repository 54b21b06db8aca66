// Packets of other programs, as they are found in files: what is edited in place, and what is refused.
import { describe, expect, it } from '@jest/globals';
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
