// An XMP packet with what has to stay with every copy of a picture: who made it, whose it is, and what may be done with it.
import { describedIn, listOf, packetOf, packetWith, textOf } from './xmp.ts';

/** Texts of one line; null where a file says nothing. */
export interface Credits {
  /** Each in their own text. */
  creators: readonly string[];
  copyright: string | null;
  /** The line that names the source, as an agency demands it. */
  credit: string | null;
  usageTerms: string | null;
  /** Where the terms are. */
  webStatement: string | null;
  /** Who sells licenses. */
  licensor: { name: string | null; url: string | null };
  /** IPTC's address of how it came about, such as `…/digitalsourcetype/trainedAlgorithmicMedia`. */
  digitalSourceType: string | null;
  aiSystem: string | null;
  /** PLUS's address of whether machines may learn from it, such as `…/vocab/DMI-PROHIBITED`. */
  dataMining: string | null;
}

/** Those of a file that says nothing. */
export const noCredits: Credits = {
  creators: [],
  copyright: null,
  credit: null,
  usageTerms: null,
  webStatement: null,
  licensor: { name: null, url: null },
  digitalSourceType: null,
  aiSystem: null,
  dataMining: null,
};

const namespaces = {
  dc: 'http://purl.org/dc/elements/1.1/',
  xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  plus: 'http://ns.useplus.org/ldf/xmp/1.0/',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
};

function licensorOf({ name, url }: Credits['licensor']): string {
  const about = textOf('plus:LicensorName', name) + textOf('plus:LicensorURL', url);
  if (about === '') return '';
  return `<plus:Licensor><rdf:Seq><rdf:li rdf:parseType="Resource">${about}</rdf:li></rdf:Seq></plus:Licensor>`;
}

/** The properties of credits, as `<prefix:name>`; none where a file says nothing. */
function propertiesOf(credits: Credits): string[] {
  return [
    listOf('dc:creator', 'Seq', credits.creators),
    listOf('dc:rights', 'Alt', [credits.copyright]),
    textOf('photoshop:Credit', credits.credit),
    listOf('xmpRights:UsageTerms', 'Alt', [credits.usageTerms]),
    textOf('xmpRights:WebStatement', credits.webStatement),
    licensorOf(credits.licensor),
    textOf('Iptc4xmpExt:DigitalSourceType', credits.digitalSourceType),
    textOf('Iptc4xmpExt:AISystemUsed', credits.aiSystem),
    textOf('plus:DataMining', credits.dataMining),
  ].filter((property) => property !== '');
}

/** As one description with the namespaces that it uses. */
function descriptionOf(properties: readonly string[]): string {
  const text = properties.join('');
  const used = Object.entries(namespaces).filter(([prefix]) => text.includes(`<${prefix}:`));
  return describedIn(Object.fromEntries(used), text);
}

/** @returns null if there is nothing to say */
export function creditsPacket(credits: Credits): string | null {
  const properties = propertiesOf(credits);
  return properties.length === 0 ? null : packetOf(descriptionOf(properties));
}

/**
 * A file's own packet with these credits in place of its own, and everything else that it says.
 *
 * @returns null if the packet can't be edited
 */
export function creditsInto(packet: Buffer, credits: Credits): string | null {
  const properties = propertiesOf(credits);
  const names = properties.map((property) => {
    const [, prefix = '', name = ''] = /^<(\w+):(\w+)/.exec(property) ?? [];
    return `${namespaces[prefix as keyof typeof namespaces]} ${name}`;
  });
  return packetWith(packet, new Set(names), properties.length === 0 ? '' : descriptionOf(properties));
}
