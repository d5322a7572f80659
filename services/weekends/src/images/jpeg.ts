import type { Image } from './image.ts'

const MARK = 0xff
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** SOF0 to SOF15, without the three markers in that range that mean something else. */
const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Within the data of a scan: a byte that looks like a mark, or the place where decoding may begin anew. */
const isOfScan = (marker: number): boolean => marker === 0 || (marker >= 0xd0 && marker <= 0xd7)

/** Where the mark behind the data of a scan is. */
const endOfScan = (bytes: Buffer, from: number): number => {
  let at = bytes.indexOf(MARK, from)
  while (at !== -1 && at + 1 < bytes.length && isOfScan(bytes[at + 1] ?? 0)) at = bytes.indexOf(MARK, at + 2)
  return at === -1 ? bytes.length : at
}

/**
 * JPEG (ITU T.81, B.1.1 and B.2.2): segments from SOI to EOI, of which the frame header has height and width. A decoder
 * would fill with grey what a file that was cut off lacks.
 */
export const readJpeg = (bytes: Buffer): Image | undefined => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let frame: { width: number; height: number; isDeep: boolean } | undefined
  let at = 2
  while (at + 1 < bytes.length && bytes[at] === MARK) {
    const marker = bytes[at + 1] ?? 0
    if (marker === END_OF_IMAGE) return frame && { ...frame, whole: bytes.subarray(0, at + 2) }
    if (marker === MARK) {
      at += 1
      continue
    }
    if (at + 9 > bytes.length) break
    if (isStartOfFrame(marker) && !frame)
      frame = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), isDeep: bytes[at + 4] !== 8 }
    const next = at + 2 + bytes.readUInt16BE(at + 2)
    at = marker === START_OF_SCAN ? endOfScan(bytes, next) : next
  }
  return frame && { ...frame, whole: undefined }
}
