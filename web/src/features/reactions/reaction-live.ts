import type { ReactionSubject } from '@purple-sector/contracts/engagement/http'
import type { QueryClient } from '@tanstack/react-query'
import { afterReply } from '../../lib/live.ts'
import { askForOlder, type LiveFeature, patchPart } from '../../lib/live-features.ts'
import { counted, type ReactedById, type Reactions } from './reacted.ts'
import { type Place, REACTIONS_ROOT, reactedKey } from './reaction-keys.ts'

/** Changes what is known of a subject, and once more after a reply that is under way, which may not know of it. */
export const patchReactions = (
  client: QueryClient,
  place: Place,
  { type, id }: ReactionSubject,
  change: (known: Reactions | undefined) => Reactions,
): void => {
  const key = reactedKey(place, type)
  const patch = () => patchPart<ReactedById>(client, key, (known) => known && { ...known, [id]: change(known[id]) })
  patch()
  afterReply(client, key, patch)
}

/** How often results and messages are reacted to, on every open screen. */
export const reactionLive = {
  onFrame(client, frame) {
    if (frame.type !== 'engagement_update') return
    const { subject, counts, ...place } = frame.data
    patchReactions(client, place, subject, (known) => counted(known, counts))
  },
  onGap: (client, since) => askForOlder(client, since, ([root]) => root === REACTIONS_ROOT),
} satisfies LiveFeature
