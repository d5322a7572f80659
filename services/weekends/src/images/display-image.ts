import { ResizeFit, Transformer } from '@napi-rs/image'
import { unavailable } from '@purple-sector/service-kit/errors'
import pLimit from 'p-limit'
import type { Image } from './image.ts'

/** Maximum of the longer side in pixels: for full width, and for cards, which show an image at 96 × 54 CSS pixels. */
export const MAX_DISPLAY_SIDE = 1_600
export const MAX_CARD_SIDE = 320
const QUALITY = 82

/** Concurrency 1: the largest image takes 100 MB decoded, and as much again while it is rotated. */
const queue = pLimit(1)
const MAX_QUEUED = 10

const isUndecodable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'InvalidArg'

const shrink = (image: Transformer, { width, height }: { width: number; height: number }, side: number) =>
  Math.max(width, height) > side ? image.resize({ width: side, height: side, fit: ResizeFit.Inside }) : image

const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
  if (queue.pendingCount >= MAX_QUEUED)
    throw unavailable('Many pictures are being uploaded. Please try again in a moment.', 5)
  return queue(work)
}

const toCard = async (bytes: Buffer): Promise<Buffer> => {
  const image = new Transformer(bytes)
  return shrink(image, await image.metadata(), MAX_CARD_SIDE).webp(QUALITY)
}

/** Creates the card size of an image that is already stored. */
export const cardOf = (bytes: Buffer): Promise<Buffer> => enqueue(() => toCard(bytes))

/**
 * Converts an uploaded image for storage, in two sizes; undefined if it cannot be decoded.
 * The image is re-encoded, turned upright and shrunk, without the file's metadata (places, cameras, scripts, further
 * frames). The work runs in Node's thread pool.
 */
export const displayImage = async ({ decodableBytes, ...size }: Image) =>
  enqueue(async () => {
    if (!decodableBytes) return undefined
    try {
      const bytes = await shrink(new Transformer(decodableBytes).rotate(), size, MAX_DISPLAY_SIDE).webp(QUALITY)
      return { type: 'image/webp', bytes, card: await toCard(bytes) }
    } catch (error) {
      if (isUndecodable(error)) return undefined
      throw error
    }
  })
