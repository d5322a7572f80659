import { createOnScreen } from '../../../client/browser/on-screen.ts'

/** Subscribes to community changes while the calling component is mounted. */
export const { useMarkVisible: useFollowCommunity, useIsVisible: useIsCommunityFollowed } = createOnScreen()
