import { openSeason } from '@purple-sector/contracts/tipping/scope'
import type { OwnSeason, PlayJokerBody } from '@purple-sector/contracts/tipping/seasons'
import type { QueryClient } from '@tanstack/react-query'
import { api, hasCode, retryOnOverload } from '../../../client/api/api.ts'
import { useToastMutation } from '../../../client/api/toast-mutation.ts'
import { leaderboardKey, seasonPath } from '../../leaderboard-rows/api/leaderboard-keys.ts'
import { chancesKey, ownSeasonKey } from './season-keys.ts'

const OFFLINE = 'Nothing was changed. Try again when you’re back online.'

/** Whether the dialog itself shows why a joker cannot be played. */
const isShownInDialog = (error: unknown): boolean => hasCode(error, 'JOKER_LOCKED') || hasCode(error, 'NO_JOKER_LEFT')

type Jokers = Pick<OwnSeason, 'jokersLeft'> & { played: ReadonlySet<number> }

const applyJokers = (client: QueryClient, seasonId: number, change: (own: OwnSeason) => Jokers): void => {
  client.setQueryData<OwnSeason>(ownSeasonKey(openSeason(seasonId)), (own) => {
    if (!own) return own
    const { jokersLeft, played } = change(own)
    return {
      ...own,
      jokersLeft,
      weekends: own.weekends.map((round) => ({ ...round, joker: played.has(round.weekendId) })),
    }
  })
}

const playedIn = ({ weekends }: OwnSeason): Set<number> =>
  new Set(weekends.filter(({ joker }) => joker).map(({ weekendId }) => weekendId))

const refreshOf = (seasonId: number) => {
  const scope = openSeason(seasonId)
  return [
    { queryKey: ownSeasonKey(scope) },
    { queryKey: chancesKey(scope) },
    { queryKey: leaderboardKey(scope, 'official') },
  ]
}

type Play = PlayJokerBody & { name: string }

/** Plays a joker in a weekend, or moves the one of `insteadOf`; `name` is the weekend's. */
export const usePlayJoker = (seasonId: number) =>
  useToastMutation({
    // The reply has points that a spoiler delay may hide, so only its jokers are used, at once.
    mutationFn: ({ name: _, ...body }: Play) =>
      retryOnOverload(() =>
        api.put<OwnSeason>(`${seasonPath(openSeason(seasonId))}/joker`, body, { isImmediate: true }),
      ),
    about: `joker ${seasonId}`,
    success: (_, { name, insteadOf }) => ({
      title: insteadOf === undefined ? 'Joker played' : 'Joker moved',
      message: name,
    }),
    failure: 'Failed to play your joker',
    offline: OFFLINE,
    hidesErrorToast: isShownInDialog,
    refresh: refreshOf(seasonId),
    notifiesOtherTabs: true,
    onDone: (reply, _, client) =>
      applyJokers(client, seasonId, () => ({ jokersLeft: reply.jokersLeft, played: playedIn(reply) })),
  })

/** Takes back the joker of a weekend. */
export const useTakeBackJoker = (seasonId: number) =>
  useToastMutation({
    mutationFn: ({ weekendId }: { weekendId: number; name: string }) =>
      retryOnOverload(() => api.delete(`${seasonPath(openSeason(seasonId))}/joker?weekendId=${weekendId}`)),
    about: `joker ${seasonId}`,
    success: (_, { name }) => ({ title: 'Joker taken back', message: name }),
    failure: 'Failed to take your joker back',
    offline: OFFLINE,
    refresh: refreshOf(seasonId),
    notifiesOtherTabs: true,
    onDone: (_, { weekendId }, client) =>
      applyJokers(client, seasonId, (own) => {
        const played = playedIn(own)
        return { jokersLeft: own.jokersLeft + Number(played.delete(weekendId)), played }
      }),
  })
