// A DNS server that has the TXT records that a test puts there (RFC 1035, 4.1), over UDP on this machine.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface DnsServer {
  /** For DNS_SERVERS. */
  address: string;
  /** The values by name, in lower case. A name without any doesn't exist. */
  records: Map<string, string[]>;
  close(): Promise<void>;
}

const headerBytes = 12;
const [txt, internet] = [16, 1];

/** The name that is asked for, and where the question ends. */
function questionIn(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  // After the empty label: type and class.
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

function recordOf(value: string): Buffer {
  const record = Buffer.alloc(13 + value.length);
  // A pointer to the name in the question.
  record.writeUInt16BE(0xc000 | headerBytes, 0);
  record.writeUInt16BE(txt, 2);
  record.writeUInt16BE(internet, 4);
  record.writeUInt16BE(1 + value.length, 10);
  record.writeUInt8(value.length, 12);
  record.write(value, 13, 'latin1');
  return record;
}

function answerTo(message: Buffer, records: DnsServer['records']): Buffer {
  const { name, end } = questionIn(message);
  const values = records.get(name) ?? [];
  const header = Buffer.alloc(headerBytes);
  message.copy(header, 0, 0, 2);
  // A response; with NXDOMAIN for a name that doesn't exist.
  header.writeUInt16BE(values.length > 0 ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(values.length, 6);
  return Buffer.concat([header, message.subarray(headerBytes, end), ...values.map(recordOf)]);
}

export async function startDns(): Promise<DnsServer> {
  const records: DnsServer['records'] = new Map();
  const socket = createSocket('udp4');
  socket.on('message', (message, { address, port }) => {
    socket.send(answerTo(message, records), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
