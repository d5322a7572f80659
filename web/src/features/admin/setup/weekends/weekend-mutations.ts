import type { PatchWeekendBody, Weekend } from '@purple-sector/contracts/weekends/http'
import { api } from '../../../../client/api/api.ts'
import { useIdempotentPost } from '../../../../client/api/idempotent-post.ts'
import { weekendsKey } from '../../../weekend-data/api/weekend-keys.ts'
import { useActiveWeekend } from '../../../weekend-data/components/active-weekend.tsx'
import { adminWeekendsKey, allCarsKey, allRacesKey } from '../../base/api/admin-keys.ts'
import { useAdminMutation } from '../../base/api/admin-mutation.ts'
import { createBody, duplicateBody, type WeekendDraft } from './weekend-form.ts'

const WEEKENDS = '/api/admin/weekends'

/** Creates a weekend and selects it. */
export const useCreateWeekend = () => {
  const { select } = useActiveWeekend()
  const post = useIdempotentPost()
  return useAdminMutation({
    mutationFn: (draft: WeekendDraft) => post<Weekend>(WEEKENDS, createBody(draft)),
    failure: 'Failed to create weekend',
    success: ({ name }) => ({ title: 'Weekend created', message: name }),
    onDone: ({ id }) => select(id),
  })
}

export const useDuplicateWeekend = () => {
  const { select } = useActiveWeekend()
  const post = useIdempotentPost()
  return useAdminMutation({
    mutationFn: ({ id, draft }: { id: number; draft: WeekendDraft }) =>
      post<Weekend>(`${WEEKENDS}/${id}/duplicate`, duplicateBody(draft)),
    failure: 'Failed to duplicate weekend',
    success: ({ name }) => ({ title: 'Weekend duplicated', message: name }),
    onDone: ({ id }) => select(id),
  })
}

export const useUpdateWeekend = () =>
  useAdminMutation({
    mutationFn: ({ id, body }: { id: number; body: PatchWeekendBody }) => api.patch<Weekend>(`${WEEKENDS}/${id}`, body),
    failure: 'Failed to update weekend',
    success: ({ name }) => ({ title: 'Weekend updated', message: name }),
  })

/** Toggles a weekend: live and announced, or neither (docs/rules.md, Weekends). */
export const useToggleWeekend = () =>
  useAdminMutation({
    mutationFn: ({ id, isLive }: { id: number; isLive: boolean }) => {
      const body: PatchWeekendBody = isLive
        ? { isActive: false, status: 'inactive' }
        : { isActive: true, status: 'live' }
      return api.patch<Weekend>(`${WEEKENDS}/${id}`, body)
    },
    failure: 'Failed to update weekend',
    success: ({ name, status }) => ({ title: status === 'live' ? `${name} is live` : `${name} is no longer live` }),
  })

export const useDeleteWeekend = () =>
  useAdminMutation({
    mutationFn: ({ id }: Weekend) => api.delete(`${WEEKENDS}/${id}`),
    failure: 'Failed to delete weekend',
    success: (_, { name }) => ({ title: 'Weekend deleted', message: name }),
    // Refetches only the lists of weekends: data of the deleted weekend is gone.
    refresh: [
      { queryKey: adminWeekendsKey },
      { queryKey: allRacesKey },
      { queryKey: allCarsKey },
      { queryKey: weekendsKey, exact: true },
    ],
  })
