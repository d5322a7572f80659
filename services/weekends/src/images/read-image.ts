import type { Image } from './image.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'

/** What the bytes themselves say they are, whatever the file is called; undefined where that is no PNG or JPEG. */
export const readImage = (bytes: Buffer): Image | undefined => {
  const image = readPng(bytes) ?? readJpeg(bytes)
  return image && image.width > 0 && image.height > 0 ? image : undefined
}
