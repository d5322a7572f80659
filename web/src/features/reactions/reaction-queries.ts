import type { Reacted, ReactionSubject } from '@purple-sector/contracts/engagement/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../client/api/api.ts'
import { minutes } from '../../client/api/query-client.ts'
import { byId, type ReactedById } from './reacted.ts'
import { REACTIONS_ROOT, type ReactionScope, reactedKey } from './reaction-keys.ts'

/** Poll interval of reactions while offline, in ms; for `usePollWhileOffline`. */
export const REACTIONS_POLL_MS = 30_000

/** The reactions in a place; frames update the counts. */
export const reactedQuery = (scope: ReactionScope, type: ReactionSubject['type']) =>
  queryOptions({
    queryKey: reactedKey(scope, type),
    queryFn: async ({ signal }): Promise<ReactedById> => {
      const group = type === 'message' && scope.groupId !== null ? `&groupId=${scope.groupId}` : ''
      return byId(await api.get<Reacted[]>(`${REACTIONS_ROOT}/${scope.weekendId}?type=${type}${group}`, { signal }))
    },
    staleTime: minutes(5),
  })
