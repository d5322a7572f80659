import type { Image } from './image.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'

/** Detects an image by its bytes, whatever the file is called; undefined if it is no PNG or JPEG. */
export const readImage = (bytes: Buffer): Image | undefined => {
  const image = readPng(bytes) ?? readJpeg(bytes)
  return image && image.width > 0 && image.height > 0 ? image : undefined
}
