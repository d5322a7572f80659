import { invalidateOlderThan, type LiveFeature } from '../../../../client/realtime/live-features.ts'
import { refetchSoon } from '../../../../client/realtime/realtime-context.ts'
import { messagesKey, moderationKey, newestKey } from './moderation-keys.ts'

/** Frames cover the followed weekend's chat only; that is refetched at once. */
export const moderationLive = {
  onFrame(client, { type }) {
    if (type === 'chat_message' || type === 'chat_messages' || type === 'chat_message_deleted')
      refetchSoon(client, newestKey)
  },
  /** Loaded pages stay after a reconnect: the newest messages show what has been added. */
  onReconnect: (client, since) =>
    invalidateOlderThan(client, since, ([root, part]) => root === moderationKey[0] && part !== messagesKey[1]),
  isRaceControl: true,
} satisfies LiveFeature
