import { createOnScreen } from '../../../lib/on-screen.ts'

/** The socket is told that the community changed as long as the caller is on screen. */
export const { useMarkVisible: useFollowCommunity, useIsVisible: useIsCommunityFollowed } = createOnScreen()
