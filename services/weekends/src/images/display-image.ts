import { ResizeFit, Transformer } from '@napi-rs/image'
import { unavailable } from '@purple-sector/service-kit/errors'
import pLimit from 'p-limit'
import type { Image } from './image.ts'

/** The longer side as it is kept, for wide places, and for cards, which show it at 96 × 54 on the sharpest of screens. */
export const MAX_SHOWN_SIDE = 1_600
export const MAX_CARD_SIDE = 320
const QUALITY = 82

/** Unpacked, the largest takes 100 MB and while it is turned as much again, so they are worked on one after the other. */
const oneByOne = pLimit(1)
const MAX_WAITING = 10

const isUndecodable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'InvalidArg'

const fitted = (image: Transformer, { width, height }: { width: number; height: number }, side: number) =>
  Math.max(width, height) > side ? image.resize({ width: side, height: side, fit: ResizeFit.Inside }) : image

const afterEarlierStarts = <T>(work: () => Promise<T>): Promise<T> => {
  if (oneByOne.pendingCount >= MAX_WAITING)
    throw unavailable('Many pictures are being uploaded. Please try again in a moment.', 5)
  return oneByOne(work)
}

const smaller = async (bytes: Buffer): Promise<Buffer> => {
  const image = new Transformer(bytes)
  return fitted(image, await image.metadata(), MAX_CARD_SIDE).webp(QUALITY)
}

/** A picture that is shown already, as cards show it. */
export const cardOf = (bytes: Buffer): Promise<Buffer> => afterEarlierStarts(() => smaller(bytes))

/**
 * An uploaded picture as it is kept and shown, in two sizes: decoded and written anew, turned upright, no larger than a
 * screen needs, without whatever else its file told (places, cameras, scripts, further frames). Undefined where it
 * cannot be decoded. The work is done in Node's thread pool.
 */
export const displayImage = async ({ whole, ...size }: Image) =>
  afterEarlierStarts(async () => {
    if (!whole) return undefined
    try {
      const bytes = await fitted(new Transformer(whole).rotate(), size, MAX_SHOWN_SIDE).webp(QUALITY)
      return { type: 'image/webp', bytes, card: await smaller(bytes) }
    } catch (error) {
      if (isUndecodable(error)) return undefined
      throw error
    }
  })
