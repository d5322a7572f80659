/** Size that social networks show without cropping. */
export const IMAGE_WIDTH = 1200
export const IMAGE_HEIGHT = 630
