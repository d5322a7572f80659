import { refetchSoon } from '../../lib/live.ts'
import { askForOlder, type LiveFeature } from '../../lib/live-features.ts'
import { moderationKey, newestKey } from './moderation-keys.ts'

/** Frames tell of the followed weekend's chat alone; of it, at once. */
export const moderationLive = {
  onFrame(client, { type }) {
    if (type === 'chat_message' || type === 'chat_messages' || type === 'chat_message_deleted')
      refetchSoon(client, newestKey)
  },
  onGap: (client, since) => askForOlder(client, since, ([root]) => root === moderationKey[0]),
  isOfRaceControl: true,
} satisfies LiveFeature
