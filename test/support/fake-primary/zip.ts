import { crc32, deflateRawSync } from 'node:zlib';

/** A zip archive with one file in it. */
export function zipOf(name: string, content: Buffer): Buffer {
  const nameBytes = Buffer.from(name, 'utf8');
  const packed = deflateRawSync(content);
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(0x0800, 2);
  facts.writeUInt16LE(8, 4);
  facts.writeUInt32LE(0x0021_0000, 6);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(nameBytes.length, 22);
  const local = Buffer.concat([signature(0x0403_4b50), facts, nameBytes, packed]);

  const entry = Buffer.alloc(14);
  const central = Buffer.concat([signature(0x0201_4b50), Buffer.from([20, 0]), facts, entry, nameBytes]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, signature(0x0605_4b50), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
