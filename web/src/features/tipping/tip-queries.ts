import type { Category } from '@purple-sector/contracts/categories'
import type { SubmitTipBody, Tip } from '@purple-sector/contracts/tipping/http'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, isOfflineError, serverMessage } from '../../lib/api.ts'
import { registerLive } from '../../lib/live-features.ts'
import { notify } from '../../lib/notify.ts'
import { tellOtherTabs } from '../../lib/other-tabs.ts'
import { minutes } from '../../lib/query-client.ts'
import { myStatsQuery } from '../leaderboard/leaderboard-queries.ts'
import { tipLive, tipsKey } from './tip-live.ts'

registerLive('tips', tipLive)

/** The user's tips of a weekend, sector and group ones. */
export const tipsQuery = (weekendId: number) =>
  queryOptions({
    queryKey: tipsKey(weekendId),
    queryFn: () => api.get<Tip[]>(`/api/tips/${weekendId}`),
    staleTime: minutes(5),
  })

/** Makes or changes the sector tip of a category (spec part 1 section 8 words the toasts). */
export const useSubmitTip = (weekendId: number, category: Category) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (carId: number) => {
      const body: SubmitTipBody = { weekendId, category, carId, tipSource: 'sector' }
      return api.post<Tip>('/api/tips', body)
    },
    onSuccess(tip) {
      client.setQueryData(tipsQuery(weekendId).queryKey, (tips) =>
        tips ? [...tips.filter(({ id }) => id !== tip.id), tip] : tips,
      )
      notify({ title: 'Tip submitted successfully!', message: `Your tip for ${category} has been saved.` })
      const changed = [tipsQuery(weekendId).queryKey, myStatsQuery(weekendId).queryKey]
      tellOtherTabs(changed)
      return Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
    onError: (error) =>
      notify({
        title: 'Error submitting tip',
        message: isOfflineError(error)
          ? 'You are offline: your tip was not saved.'
          : serverMessage(error, 'Please try again.'),
        kind: 'error',
      }),
  })
}
