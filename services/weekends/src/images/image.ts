export const MAX_PICTURE_BYTES = 5 * 1024 * 1024
/** A picture is checked by its dimensions before it is decoded: few bytes can unpack to gigabytes. */
export const MAX_SIDE = 8_000
export const MAX_MEGAPIXELS = 25

/** What a file says of itself. A deep one has 16 bits a channel, and unpacks to twice as much. */
export type Image = {
  width: number
  height: number
  isDeep: boolean
  /** All of it that is decoded, and nothing else; undefined where the file ends too soon. */
  whole: Buffer | undefined
}

export const isSaneSize = ({ width, height, isDeep }: Omit<Image, 'whole'>): boolean =>
  Math.max(width, height) <= MAX_SIDE && width * height * (isDeep ? 2 : 1) <= MAX_MEGAPIXELS * 1_000_000
