import { createOnScreen } from '../../../client/browser/on-screen.ts'
import { browserState } from '../../../ui/base/browser-state.ts'

const screens = browserState(createOnScreen)

/** Subscribes to community changes while the calling component is mounted. */
export const useFollowCommunity = (): void => screens().useMarkVisible()
export const useIsCommunityFollowed = (): boolean => screens().useIsVisible()
