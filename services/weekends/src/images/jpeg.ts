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
  let offset = bytes.indexOf(MARKER, from)
  while (offset !== -1 && offset + 1 < bytes.length && isOfScan(bytes[offset + 1] ?? 0))
    offset = bytes.indexOf(MARKER, offset + 2)
  return offset === -1 ? bytes.length : offset
}

/**
 * Reads a JPEG (ITU T.81, B.1.1 and B.2.2): segments from SOI to EOI; the frame header has height and width.
 * A decoder would fill the missing part of a truncated file with grey.
 */
export const readJpeg = (bytes: Buffer): Image | undefined => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let frame: { width: number; height: number; is16Bit: boolean } | undefined
  let offset = 2
  while (offset + 1 < bytes.length && bytes[offset] === MARKER) {
    const marker = bytes[offset + 1] ?? 0
    if (marker === END_OF_IMAGE) return frame && { ...frame, decodableBytes: bytes.subarray(0, offset + 2) }
    if (marker === MARKER) {
      offset += 1
      continue
    }
    if (offset + 9 > bytes.length) break
    if (isStartOfFrame(marker) && !frame)
      frame = {
        height: bytes.readUInt16BE(offset + 5),
        width: bytes.readUInt16BE(offset + 7),
        is16Bit: bytes[offset + 4] !== 8,
      }
    const next = offset + 2 + bytes.readUInt16BE(offset + 2)
    offset = marker === START_OF_SCAN ? endOfScan(bytes, next) : next
  }
  return frame && { ...frame, decodableBytes: undefined }
}
