import { readJpeg } from './jpeg.ts'
import type { Picture } from './picture.ts'
import { readPng } from './png.ts'

/** What the bytes themselves say they are, whatever the file is called; undefined where that is no PNG or JPEG. */
export const readPicture = (bytes: Buffer): Picture | undefined => {
  const picture = readPng(bytes) ?? readJpeg(bytes)
  return picture && picture.width > 0 && picture.height > 0 ? picture : undefined
}
