// A DNS server that has the records that a test puts there (RFC 1035, 4.1), over UDP on this machine.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface DnsServer {
  /** For DNS_SERVERS. */
  address: string;
  /** The values of TXT records by name, in lower case. */
  records: Map<string, string[]>;
  /** The IPv4 address by name. */
  addresses: Map<string, string>;
  close(): Promise<void>;
}

const headerBytes = 12;
const types = { a: 1, txt: 16 } as const;
const internet = 1;

/** The name and the type of record that are asked for, and where the question ends. */
function questionIn(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  // After the empty label: type and class.
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function recordOf(type: number, data: Buffer): Buffer {
  const fields = Buffer.alloc(12);
  // A pointer to the name in the question.
  fields.writeUInt16BE(0xc000 | headerBytes, 0);
  fields.writeUInt16BE(type, 2);
  fields.writeUInt16BE(internet, 4);
  fields.writeUInt16BE(data.length, 10);
  return Buffer.concat([fields, data]);
}

type Known = Pick<DnsServer, 'records' | 'addresses'>;

function valuesOf(name: string, type: number, { records, addresses }: Known): Buffer[] {
  if (type === types.txt)
    return (records.get(name) ?? []).map((text) =>
      Buffer.from([text.length, ...Buffer.from(text, 'latin1')]),
    );
  const address = type === types.a ? addresses.get(name) : undefined;
  return address === undefined ? [] : [Buffer.from(address.split('.').map(Number))];
}

function answerTo(message: Buffer, known: Known): Buffer {
  const { name, type, end } = questionIn(message);
  const values = valuesOf(name, type, known);
  const header = Buffer.alloc(headerBytes);
  message.copy(header, 0, 0, 2);
  // A response; with NXDOMAIN where there is nothing.
  header.writeUInt16BE(values.length > 0 ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(values.length, 6);
  const answers = values.map((data) => recordOf(type, data));
  return Buffer.concat([header, message.subarray(headerBytes, end), ...answers]);
}

export async function startDns(): Promise<DnsServer> {
  const known: Known = { records: new Map(), addresses: new Map() };
  const socket = createSocket('udp4');
  socket.on('message', (message, { address, port }) => {
    socket.send(answerTo(message, known), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    ...known,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
