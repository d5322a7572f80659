import type { Reacted, ReactionSubject } from '@purple-sector/contracts/engagement/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { registerLive } from '../../lib/live-features.ts'
import { minutes } from '../../lib/query-client.ts'
import { byId, type ReactedById } from './reacted.ts'
import { type Place, REACTIONS_ROOT, reactedKey } from './reaction-keys.ts'
import { reactionLive } from './reaction-live.ts'

registerLive('reactions', reactionLive)

/** Poll interval of reactions while offline, in ms; for `usePollWhileOffline`. */
export const REACTIONS_POLL_MS = 30_000

/** The reactions in a place; frames update the counts. */
export const reactedQuery = (place: Place, type: ReactionSubject['type']) =>
  queryOptions({
    queryKey: reactedKey(place, type),
    queryFn: async ({ signal }): Promise<ReactedById> => {
      const group = type === 'message' && place.groupId !== null ? `&groupId=${place.groupId}` : ''
      return byId(await api.get<Reacted[]>(`${REACTIONS_ROOT}/${place.weekendId}?type=${type}${group}`, { signal }))
    },
    staleTime: minutes(5),
  })
