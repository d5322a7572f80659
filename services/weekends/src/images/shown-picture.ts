import { ResizeFit, Transformer } from '@napi-rs/image'
import { unavailable } from '@purple-sector/service-kit/errors'
import pLimit from 'p-limit'
import type { Image } from './image-repository.ts'
import type { Picture } from './picture.ts'

/** The longer side as it is kept: cards show it smaller, sharp screens twice as fine. */
export const MAX_SHOWN_SIDE = 1_600
const QUALITY = 82

/** Unpacked, the largest takes 100 MB (200 with 16 bits a channel), so they are worked on one after the other. */
const oneByOne = pLimit(1)
const MAX_WAITING = 10

const isUndecodable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'InvalidArg'

/**
 * An uploaded picture as it is kept and shown: decoded and written anew, turned upright, no larger than a screen needs,
 * without whatever else its file told (places, cameras, scripts). Undefined where it cannot be decoded. The work is done
 * in Node's thread pool.
 */
export const shownPicture = async (bytes: Buffer, { width, height }: Picture): Promise<Image | undefined> => {
  if (oneByOne.pendingCount >= MAX_WAITING)
    throw unavailable('Many pictures are being uploaded. Please try again in a moment.', 5)
  return oneByOne(async () => {
    const picture = new Transformer(bytes).rotate()
    if (Math.max(width, height) > MAX_SHOWN_SIDE)
      picture.resize({ width: MAX_SHOWN_SIDE, height: MAX_SHOWN_SIDE, fit: ResizeFit.Inside })
    try {
      return { type: 'image/webp', bytes: await picture.webp(QUALITY) }
    } catch (error) {
      if (isUndecodable(error)) return undefined
      throw error
    }
  })
}
