import { createOnScreen } from '../../../client/browser/on-screen.ts'
import { browserState } from '../../../ui/base/browser-state.ts'

const screens = browserState(createOnScreen)

/** Subscribes to projected leaderboards while the calling component is mounted. */
export const useFollowProjected = (): void => screens().useMarkVisible()
export const useIsProjectedFollowed = (): boolean => screens().useIsVisible()
