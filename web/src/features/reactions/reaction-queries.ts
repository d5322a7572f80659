import type { Reacted, ReactionSubject } from '@purple-sector/contracts/engagement/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { registerLive } from '../../lib/live-features.ts'
import { minutes } from '../../lib/query-client.ts'
import { byId, type ReactedById } from './reacted.ts'
import { type Place, REACTIONS_ROOT, reactedKey } from './reaction-keys.ts'
import { reactionLive } from './reaction-live.ts'

registerLive('reactions', reactionLive)

/** How often reactions are asked for while OFFLINE: hand it to `usePollWhileOffline`. */
export const REACTIONS_POLL_MS = 30_000

/** What was reacted to in a place; frames keep the counts. */
export const reactedQuery = (place: Place, type: ReactionSubject['type']) =>
  queryOptions({
    queryKey: reactedKey(place, type),
    queryFn: async ({ signal }): Promise<ReactedById> => {
      const group = type === 'message' && place.groupId !== null ? `&groupId=${place.groupId}` : ''
      return byId(await api.get<Reacted[]>(`${REACTIONS_ROOT}/${place.weekendId}?type=${type}${group}`, { signal }))
    },
    staleTime: minutes(5),
  })
