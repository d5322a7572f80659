export const MAX_PICTURE_BYTES = 5 * 1024 * 1024
/** Limits on dimensions, checked before decoding: few bytes can unpack to gigabytes. */
export const MAX_SIDE = 8_000
export const MAX_MEGAPIXELS = 25

/** Properties from a file's header. 16 bits per channel unpack to twice as much. */
export type Image = {
  width: number
  height: number
  is16Bit: boolean
  /** The bytes to decode, and nothing else; undefined if the file is truncated. */
  decodableBytes: Buffer | undefined
}

export const isAllowedSize = ({ width, height, is16Bit }: Omit<Image, 'decodableBytes'>): boolean =>
  Math.max(width, height) <= MAX_SIDE && width * height * (is16Bit ? 2 : 1) <= MAX_MEGAPIXELS * 1_000_000
