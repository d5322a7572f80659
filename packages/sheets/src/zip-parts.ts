import { crc32, inflateRawSync } from 'node:zlib'
import { Refusal } from './refusal.ts'

/** A part as declared in the archive's directory; `size` is its unpacked size. */
export type ZipPart = { name: string; size: number; packedSize: number; read(): Uint8Array }

const damaged = () => new Refusal('The file is damaged: it cannot be unpacked.')
const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const MAX_COMMENT = 65_535
const [STORED, DEFLATED] = [0, 8]
const ZIP64_MARKER = 0xff_ff_ff_ff

type Entry = { name: string; method: number; crc: number; packedSize: number; size: number; from: number; to: number }

const endOf = (zip: Buffer): number => {
  const last = zip.length - END_BYTES
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) if (zip.readUInt32LE(at) === END) return at
  throw damaged()
}

/** Reads the directory entry at an offset (APPNOTE.TXT 4.3.12), with the position of its data by its local header. */
const entryAt = (zip: Buffer, at: number): { entry: Entry; next: number } => {
  if (zip.readUInt32LE(at) !== ENTRY) throw damaged()
  const [packedSize, size, local] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24), zip.readUInt32LE(at + 42)]
  if ([packedSize, size, local].includes(ZIP64_MARKER))
    throw new Refusal('The file is packed in a way that workbooks are not.')
  if ((zip.readUInt16LE(at + 8) & 1) === 1) throw new Refusal('The workbook is protected by a password.')
  if (zip.readUInt32LE(local) !== LOCAL) throw damaged()
  const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
  const entry = {
    name: zip.toString('utf8', at + 46, nameEnd),
    method: zip.readUInt16LE(at + 10),
    crc: zip.readUInt32LE(at + 16),
    packedSize,
    size,
    from,
    to: from + packedSize,
  }
  return { entry, next: nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32) }
}

/** Unpacks an entry, at most to its declared size, and verifies its checksum. */
const unpacked = (zip: Buffer, { method, crc, size, from, to }: Entry): Uint8Array => {
  const packed = zip.subarray(from, to)
  if (method !== STORED && method !== DEFLATED) throw new Refusal('The file is packed in a way that workbooks are not.')
  try {
    const bytes = method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) })
    if (bytes.length === size && crc32(bytes) === crc) return bytes
  } catch {}
  throw damaged()
}

const assertNotOverlapping = (entries: readonly Entry[], end: number): void => {
  const inOrder = entries.toSorted((a, b) => a.from - b.from)
  inOrder.forEach(({ to }, index) => {
    if (to > (inOrder[index + 1]?.from ?? end)) throw new Refusal('The parts of the file lie over each other.')
  })
}

const entriesOf = (zip: Buffer, maxParts: number): Entry[] => {
  const end = endOf(zip)
  const count = zip.readUInt16LE(end + 10)
  if (count > maxParts) throw new Refusal(`The file has more than ${maxParts.toLocaleString('en')} parts.`)
  const entries: Entry[] = []
  let at = zip.readUInt32LE(end + 16)
  while (entries.length < count) {
    const { entry, next } = entryAt(zip, at)
    entries.push(entry)
    at = next
  }
  if (new Set(entries.map(({ name }) => name)).size < count) throw new Refusal('The file names one of its parts twice.')
  assertNotOverlapping(entries, zip.readUInt32LE(end + 16))
  return entries
}

/**
 * Lists the parts of an archive by its directory, without unpacking them.
 * Throws a `Refusal` for wrong sizes, overlapping parts, and formats that office programs do not write, such as 64-bit
 * sizes.
 */
export const zipParts = (bytes: Uint8Array, maxParts: number): ZipPart[] => {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return entriesOf(zip, maxParts).map((entry) => ({
      name: entry.name,
      size: entry.size,
      packedSize: entry.packedSize,
      read: () => unpacked(zip, entry),
    }))
  } catch (error) {
    // Any other error is an offset outside of the file.
    throw error instanceof Refusal ? error : damaged()
  }
}
