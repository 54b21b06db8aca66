// A zip for `npm run fuzz -- parsers`.

/** A zip of empty files: just the directory. */
export function zipOf(size: number): Buffer {
  const entries = Math.floor(size / 100);
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  for (let at = 0; at < entries; at += 1) {
    const name = Buffer.from(`folder/file-${String(at).padStart(12, '0')}.txt`);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at * (30 + name.length), 42);
    locals.push(local, name);
    central.push(entry, name);
  }
  const [files, directory] = [Buffer.concat(locals), Buffer.concat(central)];
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries & 0xffff, 8);
  end.writeUInt16LE(entries & 0xffff, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(files.length, 16);
  return Buffer.concat([files, directory, end]);
}
