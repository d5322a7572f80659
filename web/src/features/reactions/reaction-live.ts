import type { ReactionSubject } from '@purple-sector/contracts/engagement/http'
import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { invalidateOlderThan, type LiveFeature, patchPart } from '../../client/realtime/live-features.ts'
import { afterReply, refetchSoon } from '../../client/realtime/realtime-context.ts'
import { NO_REACTIONS, type ReactedById, type Reactions, withCounts } from './reacted.ts'
import { REACTIONS_ROOT, type ReactionScope, reactedKey } from './reaction-keys.ts'

/** Changes the reactions to a subject now, and again after a reply in flight, which may lack the change. */
export const patchReactions = (
  client: QueryClient,
  scope: ReactionScope,
  { type, id }: ReactionSubject,
  change: (known: Reactions | undefined) => Reactions,
): void => {
  const key = reactedKey(scope, type)
  const patch = () => patchPart<ReactedById>(client, key, (known) => known && { ...known, [id]: change(known[id]) })
  patch()
  afterReply(client, key, patch)
}

type Own = FrameOf<'own_reactions'>['data']

/** Applies the user's own reactions, given on this or another screen. */
const applyOwn = (client: QueryClient, { subject, yours, ...place }: Own): void => {
  // A click in flight is visible already but missing from the frame: refetch instead.
  if (client.isMutating() > 0) refetchSoon(client, reactedKey(place, subject.type))
  else patchReactions(client, place, subject, (reactions) => ({ ...(reactions ?? NO_REACTIONS), yours }))
}

/** Keeps the counts of reactions to results and messages current on every open screen. */
export const reactionLive = {
  onFrame(client, frame) {
    if (frame.type === 'own_reactions') applyOwn(client, frame.data)
    if (frame.type !== 'engagement_update') return
    const { subject, counts, ...place } = frame.data
    patchReactions(client, place, subject, (reactions) => withCounts(reactions, counts))
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === REACTIONS_ROOT),
} satisfies LiveFeature
