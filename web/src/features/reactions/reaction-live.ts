import type { ReactionSubject } from '@purple-sector/contracts/engagement/http'
import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { afterReply, patchPart, refetchSoon } from '../../client/realtime/cache-updates.ts'
import { NO_REACTIONS, type ReactedById, type Reactions, withCounts } from './reacted.ts'
import { type ReactionScope, reactedKey } from './reaction-keys.ts'

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
export const applyOwnReactions = (client: QueryClient, { subject, yours, ...place }: Own): void => {
  // A click in flight is visible already but missing from the frame: refetch instead.
  if (client.isMutating() > 0) refetchSoon(client, reactedKey(place, subject.type))
  else patchReactions(client, place, subject, (reactions) => ({ ...(reactions ?? NO_REACTIONS), yours }))
}

/** Applies the counts of reactions to a result or a message. */
export const applyReactionCounts = (
  client: QueryClient,
  { subject, counts, ...place }: FrameOf<'engagement_update'>['data'],
): void => patchReactions(client, place, subject, (reactions) => withCounts(reactions, counts))
