export const MAX_PICTURE_BYTES = 5 * 1024 * 1024
/** A picture is checked by its dimensions before it is decoded: few bytes can unpack to gigabytes. */
export const MAX_SIDE = 8_000
export const MAX_MEGAPIXELS = 25

export type Picture = { width: number; height: number }

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** PNG (ISO/IEC 15948, 5.2 and 11.2.1): the signature, then the IHDR chunk with width and height. */
const readPng = (bytes: Buffer): Picture | undefined => {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** SOF0 to SOF15, without the three markers in that range that mean something else. */
const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** JPEG (ITU T.81, B.1.1 and B.2.2): segments from SOI to the frame header, which has height and width. */
const readJpeg = (bytes: Buffer): Picture | undefined => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (isStartOfFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** What the bytes themselves say they are, whatever the file is called; undefined where that is no PNG or JPEG. */
export const readPicture = (bytes: Buffer): Picture | undefined => {
  const picture = readPng(bytes) ?? readJpeg(bytes)
  return picture && picture.width > 0 && picture.height > 0 ? picture : undefined
}

export const isSaneSize = ({ width, height }: Picture): boolean =>
  Math.max(width, height) <= MAX_SIDE && width * height <= MAX_MEGAPIXELS * 1_000_000
