// A third-party server that has the metadata documents of OAuth clients.
import { createPrivateKey, webcrypto } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import * as x509 from '@peculiar/x509';

interface Documents {
  url: string;
  certificate: string;
  answers: Map<string, { body: string; status?: number; location?: string }>;
  close: () => void;
}

/** Serves over https with a self-signed certificate. */
export async function serveDocuments(): Promise<Documents> {
  x509.cryptoProvider.set(webcrypto as unknown as Crypto);
  const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=127.0.0.1',
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])],
    keys,
    signingAlgorithm,
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }).export({
    type: 'pkcs8',
    format: 'pem',
  });
  const answers: Documents['answers'] = new Map();
  const server = createServer({ key, cert: certificate.toString('pem') }, (request, response) => {
    const { status = 200, location, body } = answers.get(request.url ?? '') ?? { status: 404, body: '' };
    response
      .writeHead(status, { 'content-type': 'application/json', ...(location ? { location } : {}) })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    certificate: certificate.toString('pem'),
    answers,
    close: () => void server.close(),
  };
}
