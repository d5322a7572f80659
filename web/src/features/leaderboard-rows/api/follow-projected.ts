import { createOnScreen } from '../../../client/browser/on-screen.ts'

/** Subscribes to projected leaderboards while the calling component is mounted. */
export const { useMarkVisible: useFollowProjected, useIsVisible: useIsProjectedFollowed } = createOnScreen()
