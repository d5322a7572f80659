import type { Image } from './image.ts'

const MARKER = 0xff
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** SOF0 to SOF15, without the three markers in that range with other meanings. */
const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Whether a marker is part of scan data: a stuffed byte, or a restart marker. */
const isOfScan = (marker: number): boolean => marker === 0 || (marker >= 0xd0 && marker <= 0xd7)

/** Returns the offset of the marker after the scan data. */
const endOfScan = (bytes: Buffer, from: number): number => {
  let at = bytes.indexOf(MARKER, from)
  while (at !== -1 && at + 1 < bytes.length && isOfScan(bytes[at + 1] ?? 0)) at = bytes.indexOf(MARKER, at + 2)
  return at === -1 ? bytes.length : at
}

/**
 * Reads a JPEG (ITU T.81, B.1.1 and B.2.2): segments from SOI to EOI; the frame header has height and width.
 * A decoder would fill the missing part of a truncated file with grey.
 */
export const readJpeg = (bytes: Buffer): Image | undefined => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let frame: { width: number; height: number; is16Bit: boolean } | undefined
  let at = 2
  while (at + 1 < bytes.length && bytes[at] === MARKER) {
    const marker = bytes[at + 1] ?? 0
    if (marker === END_OF_IMAGE) return frame && { ...frame, decodableBytes: bytes.subarray(0, at + 2) }
    if (marker === MARKER) {
      at += 1
      continue
    }
    if (at + 9 > bytes.length) break
    if (isStartOfFrame(marker) && !frame)
      frame = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), is16Bit: bytes[at + 4] !== 8 }
    const next = at + 2 + bytes.readUInt16BE(at + 2)
    at = marker === START_OF_SCAN ? endOfScan(bytes, next) : next
  }
  return frame && { ...frame, decodableBytes: undefined }
}
