import type { PatchSeasonBody, RoundsBody, Season } from '@purple-sector/contracts/weekends/seasons'
import { api, hasCode } from '../../../../client/api/api.ts'
import { useIdempotentPost } from '../../../../client/api/idempotent-post.ts'
import { seasonsKey } from '../../../weekend-data/api/season-queries.ts'
import { weekendsKey } from '../../../weekend-data/api/weekend-keys.ts'
import { adminWeekendsKey } from '../../base/api/admin-keys.ts'
import { useAdminMutation } from '../../base/api/admin-mutation.ts'
import { createBody, type SeasonDraft } from './season-form.ts'

export const SEASONS = '/api/admin/seasons'
/** Weekends say which season they are in. */
export const refreshSeasons = [
  { queryKey: seasonsKey },
  { queryKey: adminWeekendsKey },
  { queryKey: weekendsKey, exact: true },
]

/** Whether a change was refused because the season has started and no reason was given. */
export const needsReason = (error: unknown): boolean => hasCode(error, 'SEASON_STARTED')

export const useCreateSeason = () => {
  const post = useIdempotentPost()
  return useAdminMutation({
    mutationFn: (draft: SeasonDraft) => post<Season>(SEASONS, createBody(draft)),
    failure: 'Failed to create season',
    success: ({ name }) => ({ title: 'Season created', message: name }),
    refresh: refreshSeasons,
  })
}

export const useUpdateSeason = () =>
  useAdminMutation({
    mutationFn: ({ id, body }: { id: number; body: PatchSeasonBody }) => api.patch<Season>(`${SEASONS}/${id}`, body),
    failure: 'Failed to update season',
    success: ({ name }) => ({ title: 'Season updated', message: name }),
    hidesErrorToast: needsReason,
    refresh: refreshSeasons,
  })

export const queryOf = (reason: string): string =>
  reason.trim() === '' ? '' : `?${new URLSearchParams({ reason: reason.trim() })}`

type Rounds = { season: Season; rounds: RoundsBody; reason: string }

/** Sets the rounds of a season, unless another administrator changed it since it was read. */
export const useSetRounds = () =>
  useAdminMutation({
    mutationFn: ({ season: { id, version }, rounds, reason }: Rounds) =>
      api.put<Season>(`${SEASONS}/${id}/weekends${queryOf(reason)}`, rounds, {
        headers: { 'if-match': `"${version}"` },
      }),
    failure: 'Failed to save the rounds',
    success: ({ name }) => ({ title: 'Rounds saved', message: name }),
    hidesErrorToast: needsReason,
    refresh: refreshSeasons,
  })

export const useDeleteSeason = () =>
  useAdminMutation({
    mutationFn: ({ season, reason }: { season: Season; reason: string }) =>
      api.delete(`${SEASONS}/${season.id}${queryOf(reason)}`),
    failure: 'Failed to delete season',
    success: (_, { season }) => ({ title: 'Season deleted', message: season.name }),
    hidesErrorToast: needsReason,
    refresh: refreshSeasons,
  })
