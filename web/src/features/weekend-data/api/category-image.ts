/** Widths that the server stores of an image, by its longer side, in px. */
const CARD = 320
const WIDE = 1_600

/** Returns the URL of the small size, sufficient for any screen up to 80 CSS pixels wide. */
export const cardImage = (address: string): string => `${address}?size=card`

/**
 * Returns the image attributes of a category's image at a width in CSS pixels: the browser selects the size for its
 * screen.
 */
export const categoryImage = (address: string, width: number) => ({
  src: cardImage(address),
  srcSet: `${cardImage(address)} ${CARD}w, ${address} ${WIDE}w`,
  sizes: `${width}px`,
})
