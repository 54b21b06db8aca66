// A mail server in the test's own process: a real SMTP conversation, with its content recorded.
import { webcrypto } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as x509 from '@peculiar/x509';
import { SMTPServer } from 'smtp-server';
import { until } from './children.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Who signed in, with which password; null if no one did. */
  auth: { user: string; password: string } | null;
  secure: boolean;
  /** By lower-case name. */
  headers: Record<string, string>;
  text: string;
  html: string;
}

export interface MailServer {
  port: number;
  mails: ReceivedMail[];
  /** Connections that were opened, whether they succeeded or not. */
  connections(): number;
  /** The error for a recipient; null accepts it. */
  refuse(status: number | null): void;
  /** Waits for this many mails. */
  received(count: number): Promise<ReceivedMail[]>;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const signedIn = new Map<string, { user: string; password: string }>();
  let connections = 0;
  let apiError: number | null = null;
  const server = new SMTPServer({
    ...(await certificate()),
    authOptional: true,
    onConnect: (_, done) => {
      connections += 1;
      done();
    },
    onAuth: ({ username, password }, session, done) => {
      signedIn.set(session.id, { user: username ?? '', password: password ?? '' });
      done(null, { user: username });
    },
    onRcptTo: (_, __, done) => {
      if (apiError === null) done();
      else done(Object.assign(new Error('Not this one.'), { responseCode: apiError }));
    },
    onData: (stream, session, done) => {
      void text(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          auth: signedIn.get(session.id) ?? null,
          secure: session.secure,
          ...parsed(raw),
        });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    connections: () => connections,
    refuse: (status) => {
      apiError = status;
    },
    async received(count) {
      await until(async () => mails.length >= count);
      return mails;
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** A self-signed certificate for this machine. */
async function certificate(): Promise<{ key: string; cert: string }> {
  x509.cryptoProvider.set(webcrypto as unknown as Crypto);
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    keys,
    signingAlgorithm: algorithm,
    notAfter: new Date(Date.now() + 24 * 60 * 60 * 1000),
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { key: x509.PemConverter.encode(key, 'PRIVATE KEY'), cert: cert.toString('pem') };
}

function parsed(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = splitPart(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  const parts =
    boundary === undefined ? [] : body.split(`--${boundary}`).map((part) => splitPart(part.trim()));
  const of = (type: string): string => {
    const part = parts.find((one) => one.headers['content-type']?.startsWith(type));
    return part ? decoded(part.body, part.headers['content-transfer-encoding'] ?? '7bit') : '';
  };
  return { headers, text: of('text/plain'), html: of('text/html') };
}

function splitPart(raw: string): { headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = raw.replaceAll('\r\n', '\n').split('\n\n');
  const lines = head.replace(/\n[ \t]+/g, ' ').split('\n');
  const headers = lines.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return { headers: Object.fromEntries(headers) as Record<string, string>, body: rest.join('\n\n') };
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
