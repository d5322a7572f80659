/** The sizes in which the server keeps a picture, by their longer side. */
const CARD = 320
const WIDE = 1_600

/** Small enough for any screen where it is no wider than 80 CSS pixels. */
export const cardImage = (address: string): string => `${address}?size=card`

/** The picture of a category where it is so many CSS pixels wide: the browser takes the size that its screen needs. */
export const categoryImage = (address: string, width: number) => ({
  src: cardImage(address),
  srcSet: `${cardImage(address)} ${CARD}w, ${address} ${WIDE}w`,
  sizes: `${width}px`,
})
