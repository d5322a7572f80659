import type { ReactionSubject } from '@purple-sector/contracts/engagement/http'
import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { afterReply, refetchSoon } from '../../lib/live.ts'
import { invalidateOlderThan, type LiveFeature, patchPart } from '../../lib/live-features.ts'
import { counted, NO_REACTIONS, type ReactedById, type Reactions } from './reacted.ts'
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

type Own = FrameOf<'own_reactions'>['data']

/** The reader has reacted, here or on another screen of theirs. */
const takeOwn = (client: QueryClient, { subject, yours, ...place }: Own): void => {
  // A click of this screen that is on its way is shown already, and not among them yet.
  if (client.isMutating() > 0) refetchSoon(client, reactedKey(place, subject.type))
  else patchReactions(client, place, subject, (known) => ({ ...(known ?? NO_REACTIONS), yours }))
}

/** How often results and messages are reacted to, on every open screen. */
export const reactionLive = {
  onFrame(client, frame) {
    if (frame.type === 'own_reactions') takeOwn(client, frame.data)
    if (frame.type !== 'engagement_update') return
    const { subject, counts, ...place } = frame.data
    patchReactions(client, place, subject, (known) => counted(known, counts))
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === REACTIONS_ROOT),
} satisfies LiveFeature
