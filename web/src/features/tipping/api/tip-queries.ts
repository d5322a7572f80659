import type { SubmitTipBody, SubmittedTip, Tip } from '@purple-sector/contracts/tipping/http'
import { queryOptions } from '@tanstack/react-query'
import { api, retryOnOverload } from '../../../client/api/api.ts'
import { minutes } from '../../../client/api/query-client.ts'
import { useToastMutation } from '../../../client/api/toast-mutation.ts'
import { plural } from '../../../ui/time/format.ts'
import { myStatsQuery } from '../../leaderboard-rows/api/leaderboard-queries.ts'
import type { CategoryCard } from './tip-card-state.ts'
import { tipsKey } from './tip-live.ts'

/** The user's sector and group tips of a weekend. */
export const tipsQuery = (weekendId: number) =>
  queryOptions({
    queryKey: tipsKey(weekendId),
    queryFn: () => api.get<Tip[]>(`/api/tips/${weekendId}`),
    staleTime: minutes(5),
  })

const sourceOf = (groupId: number | null): Pick<SubmitTipBody, 'groupId' | 'tipSource'> =>
  groupId === null ? { tipSource: 'sector' } : { groupId, tipSource: 'group' }

/** Submits or changes the tip of a category in a competition; calls `onSaved` even after the card is unmounted. */
export const useSubmitTip = (
  weekendId: number,
  { categoryId, category, tip, competition: { groupId } }: CategoryCard,
  onSaved: () => void,
) =>
  useToastMutation({
    about: `tip ${weekendId} ${groupId} ${categoryId}`,
    mutationFn: (carId: number) => {
      if (tip) return retryOnOverload(() => api.patch<SubmittedTip>(`/api/tips/${tip.id}`, { carId }))
      const body: SubmitTipBody = { weekendId, category: categoryId, carId, ...sourceOf(groupId) }
      return retryOnOverload(() => api.post<SubmittedTip>('/api/tips', body))
    },
    onDone: ({ copiedTo: _, ...tip }, _carId, client) => {
      client.setQueryData(tipsQuery(weekendId).queryKey, (tips) =>
        tips ? [...tips.filter(({ id }) => id !== tip.id), tip] : tips,
      )
      onSaved()
    },
    success: ({ copiedTo }) => ({
      title: 'Tip submitted successfully!',
      message:
        copiedTo > 0
          ? `${category}: Saved, and in ${plural(copiedTo, 'group')}.`
          : `Your tip for ${category} has been saved.`,
    }),
    failure: 'Error submitting tip',
    offline: 'You’re offline. Your tip wasn’t saved.',
    refresh: [tipsQuery(weekendId), myStatsQuery(weekendId)].map(({ queryKey }) => ({ queryKey })),
    notifiesOtherTabs: true,
  })
