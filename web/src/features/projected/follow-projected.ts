import { createOnScreen } from '../../lib/on-screen.ts'

/** The socket tells the boards as they stand as long as the caller is on screen. */
export const { useMarkVisible: useFollowProjected, useIsVisible: useIsProjectedFollowed } = createOnScreen()
