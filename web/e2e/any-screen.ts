/** Of a journey in which the width of the screen plays no role: a desktop's is enough. */
export const ANY_SCREEN = { tag: '@any-screen' }
