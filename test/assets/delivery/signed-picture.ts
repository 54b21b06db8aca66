// Pictures with Content Credentials, signed during the test with certificates that no one else knows.
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { JPEG, PNG } from '@trustnxt/c2pa-ts/asset';
import { CoseAlgorithmIdentifier, LocalSigner } from '@trustnxt/c2pa-ts/cose';
import {
  ActionAssertion,
  ActionType,
  ClaimVersion,
  DataHashAssertion,
  ManifestStore,
  type DigitalSourceType,
} from '@trustnxt/c2pa-ts/manifest';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const day = 24 * 60 * 60 * 1000;

/** Who signs, and the certificate (PEM) of the issuing authority; a self-signed one has none. */
export type Signer = LocalSigner & {
  trustList: string | null;
  /** PEM, as the setting `provenance` takes them. */
  certificates: string;
  key: string;
};

/** A certificate issued by an authority, or a self-signed one. */
export async function makeSigner(
  issuer: 'authority' | 'self',
  options: { validDays?: number; usage?: string } = {},
): Promise<Signer> {
  const { validDays = 1, usage = x509.ExtendedKeyUsage.emailProtection } = options;
  x509.cryptoProvider.set(webcrypto as unknown as Crypto);
  const generate = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const [authority, keys] = [await generate(), await generate()] as unknown as [CryptoKeyPair, CryptoKeyPair];
  const common = {
    serialNumber: '01',
    notBefore: new Date(Date.now() - 9 * day),
    notAfter: new Date(Date.now() + validDays * day),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([usage]),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
    ],
  };
  const certificate =
    issuer === 'self'
      ? await x509.X509CertificateGenerator.createSelfSigned({ ...common, name: 'CN=Me, O=Myself', keys })
      : await x509.X509CertificateGenerator.create({
          ...common,
          subject: 'CN=Signer, O=Studio North',
          issuer: 'CN=Authority, O=Test Trust',
          publicKey: keys.publicKey,
          signingKey: authority.privateKey,
        });
  const privateKey = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '02',
    name: 'CN=Authority, O=Test Trust',
    keys: authority,
    notBefore: common.notBefore,
    notAfter: common.notAfter,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  const signer = new LocalSigner(new Uint8Array(privateKey), CoseAlgorithmIdentifier.ES256, certificate);
  // As COSE requires (RFC 9053, 2.1: r and s side by side); the library writes ASN.1, which c2pa-rs rejects.
  signer.sign = async (bytes) =>
    new Uint8Array(await webcrypto.subtle.sign(algorithm, keys.privateKey, bytes));
  return Object.assign(signer, {
    trustList: issuer === 'self' ? null : root.toString('pem'),
    certificates: certificate.toString('pem'),
    key: x509.PemConverter.encode(privateKey, 'PRIVATE KEY'),
  });
}

/**
 * Signs a JPEG or PNG as created from `source`, the last segment of a term in the IPTC digital source type
 * vocabulary.
 */
export async function signPicture(
  bytes: Buffer,
  options: { signer: LocalSigner; source: string; alsoLeaveOut?: { start: number; length: number } },
): Promise<Buffer> {
  const { signer, source, alsoLeaveOut } = options;
  const asset = JPEG.canRead(bytes) ? new JPEG(new Uint8Array(bytes)) : new PNG(new Uint8Array(bytes));
  const store = new ManifestStore();
  const manifest = store.createManifest({
    claimVersion: ClaimVersion.V2,
    assetFormat: asset.mimeType,
    instanceID: 'xmp:iid:7a1c',
    defaultHashAlgorithm: 'SHA-256',
    signer,
  });
  if (!manifest.claim) throw new Error('a new manifest has a claim');
  manifest.claim.title = 'Harbour at dawn';
  manifest.claim.claimGeneratorName = 'Studio Writer';
  manifest.claim.claimGeneratorVersion = '2.1';
  const actions = new ActionAssertion();
  actions.actions.push({
    action: ActionType.C2paCreated,
    digitalSourceType: `http://cv.iptc.org/newscodes/digitalsourcetype/${source}` as DigitalSourceType,
    softwareAgent: { name: 'Imagine', version: '3' },
  });
  manifest.addAssertion(actions);
  const binding = DataHashAssertion.create('SHA-256');
  manifest.addAssertion(binding);
  await asset.ensureManifestSpace(store.measureSize());
  if (alsoLeaveOut) {
    // The library always excludes only the manifest, so a careless signer has to be imitated.
    const range = asset.getHashExclusionRange();
    const end = Math.max(range.start + range.length, alsoLeaveOut.start + alsoLeaveOut.length);
    asset.getHashExclusionRange = () => ({ start: range.start, length: end - range.start });
  }
  await binding.updateWithAsset(asset);
  await manifest.sign(signer);
  await asset.writeManifestJUMBF(store.getBytes());
  return Buffer.from(await asset.getDataRange());
}
