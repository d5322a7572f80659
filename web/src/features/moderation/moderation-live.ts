import { refetchSoon } from '../../lib/live.ts'
import { invalidateOlderThan, type LiveFeature } from '../../lib/live-features.ts'
import { messagesKey, moderationKey, newestKey } from './moderation-keys.ts'

/** Frames tell of the followed weekend's chat alone; of it, at once. */
export const moderationLive = {
  onFrame(client, { type }) {
    if (type === 'chat_message' || type === 'chat_messages' || type === 'chat_message_deleted')
      refetchSoon(client, newestKey)
  },
  /** What was read stays as it is, also after a gap: the newest ones tell what has come since. */
  onReconnect: (client, since) =>
    invalidateOlderThan(client, since, ([root, part]) => root === moderationKey[0] && part !== messagesKey[1]),
  isOfRaceControl: true,
} satisfies LiveFeature
