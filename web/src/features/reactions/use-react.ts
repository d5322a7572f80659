import type { Reacted, Reaction, ReactionSubject } from '@purple-sector/contracts/engagement/http'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../client/api/api.ts'
import { useToastMutation } from '../../client/api/toast-mutation.ts'
import { notify } from '../../client/messages/notify.ts'
import { usePollWhileOffline } from '../../client/realtime/realtime-context.ts'
import { NO_REACTIONS, type Reactions, withCounts, withReactionToggled } from './reacted.ts'
import { ENGAGEMENT_ROOT, type ReactionScope } from './reaction-keys.ts'
import { patchReactions } from './reaction-live.ts'
import { REACTIONS_POLL_MS, reactedQuery } from './reaction-queries.ts'

/** Returns the reactions to a subject; none while loading. */
export const useReactions = (scope: ReactionScope, { type, id }: ReactionSubject): Reactions =>
  useQuery({
    ...reactedQuery(scope, type),
    refetchInterval: usePollWhileOffline(REACTIONS_POLL_MS),
    select: (reactedById) => reactedById[id] ?? NO_REACTIONS,
  }).data ?? NO_REACTIONS

/** Whether the reactions in a place are loaded. */
export const useAreReactionsKnown = (scope: ReactionScope, type: ReactionSubject['type']): boolean =>
  useQuery({ ...reactedQuery(scope, type), select: () => true }).data ?? false

/** Gives a reaction or takes it back: shown at once, and reverted on failure. */
export const useReact = (scope: ReactionScope, subject: ReactionSubject) => {
  const client = useQueryClient()
  const flip = (reaction: Reaction) =>
    patchReactions(client, scope, subject, (reactions) => withReactionToggled(reactions ?? NO_REACTIONS, reaction))
  const { mutate } = useToastMutation<Reaction, Reacted>({
    mutationFn: async (reaction) => {
      try {
        return await api.post<Reacted>('/api/fan-engagement/actions', {
          ...{ weekendId: scope.weekendId, kind: 'reaction', reaction, subject },
        })
      } catch (error) {
        flip(reaction)
        throw error
      }
    },
    failure: 'Failed to record reaction. Please try again.',
    offline: 'We can’t reach the server.',
    refresh: [{ queryKey: [ENGAGEMENT_ROOT] }],
    onDone({ counts, yours }, reaction, _, action) {
      patchReactions(client, scope, subject, () => ({ ...withCounts(undefined, counts), yours }))
      if (yours.includes(reaction)) notify({ title: 'Your reaction has been recorded!' }, action)
    },
  })
  return (reaction: Reaction): void => {
    // Before the next render, so that the button of a first reaction stays and keeps the focus.
    flip(reaction)
    mutate(reaction)
  }
}
