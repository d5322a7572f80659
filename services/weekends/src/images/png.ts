import type { Image } from './image.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Chunks that contain pixels. Texts, profiles and further frames may each unpack to gigabytes, and are dropped. */
const PIXEL_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
/** A file of 5 MB in chunks of 4 KB has 1,300. */
const MAX_CHUNKS = 20_000

/** Copies the needed chunks of a PNG (ISO/IEC 15948, 5.3: length, type, data, checksum) up to IEND. */
const decodableBytesOf = (bytes: Buffer): Buffer | undefined => {
  const copy = Buffer.alloc(bytes.length)
  let size = SIGNATURE.copy(copy)
  let offset = SIGNATURE.length
  for (let chunk = 0; chunk < MAX_CHUNKS && offset + 12 <= bytes.length; chunk++) {
    const end = offset + 12 + bytes.readUInt32BE(offset)
    const type = bytes.toString('latin1', offset + 4, offset + 8)
    if (end > bytes.length) return undefined
    if (PIXEL_CHUNKS.has(type)) size += bytes.copy(copy, size, offset, end)
    if (type === 'IEND') return copy.subarray(0, size)
    offset = end
  }
  return undefined
}

/** Reads a PNG (ISO/IEC 15948, 5.2 and 11.2.1): the signature, then the IHDR chunk with width, height and depth. */
export const readPng = (bytes: Buffer): Image | undefined => {
  if (bytes.length < 26 || !bytes.subarray(0, 8).equals(SIGNATURE)) return undefined
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  return { width, height, is16Bit: bytes[24] === 16, decodableBytes: decodableBytesOf(bytes) }
}
