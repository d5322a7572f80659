/** What networks show beside a link without cropping it. */
export const PICTURE_WIDTH = 1200
export const PICTURE_HEIGHT = 630
