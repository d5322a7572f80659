import type { PatchRaceBody, Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { api, hasCode } from '../../../../client/api/api.ts'
import { useIdempotentPost } from '../../../../client/api/idempotent-post.ts'
import { useAdminMutation } from '../../base/api/admin-mutation.ts'
import { createBody, kindOf, type RaceDraft } from './race-form.ts'

const RACES = '/api/admin/races'

type Creation = { kind: 'session' | 'race'; draft: RaceDraft; weekend: Weekend }

export const useCreateRace = () => {
  const post = useIdempotentPost()
  return useAdminMutation({
    mutationFn: ({ kind, draft, weekend }: Creation) =>
      post<Race>(RACES, createBody(kind, draft, { weekendId: weekend.id, timeZone: weekend.timeZone })),
    failure: ({ kind }) => `Failed to create ${kind}`,
    success: ({ name, category }, { kind }) => ({
      title: kind === 'session' ? 'Session created' : 'Race created',
      message: `${name}, ${category}`,
    }),
  })
}

export const useUpdateRace = () =>
  useAdminMutation({
    mutationFn: ({ id, body }: { id: number; body: PatchRaceBody }) => api.patch<Race>(`${RACES}/${id}`, body),
    failure: 'Failed to update race',
    success: ({ name }) => ({ title: 'Race updated', message: name }),
  })

export const useSetRaceStatus = () =>
  useAdminMutation({
    mutationFn: ({ id, status }: Pick<Race, 'id' | 'status'>) => api.patch<Race>(`${RACES}/${id}/status`, { status }),
    failure: 'Failed to update race status',
    success: ({ name, status }) => ({ title: 'Race status updated', message: `${name} is ${status}.` }),
  })

export const useReopenRace = () =>
  useAdminMutation({
    mutationFn: ({ id, scheduledTime }: { id: number; scheduledTime: string }) =>
      api.post<Race>(`${RACES}/${id}/reopen`, { scheduledTime }),
    failure: 'Failed to reopen race',
    success: ({ name }) => ({ title: 'Race reopened', message: `Tips for ${name} are open again.` }),
  })

/** Whether deletion needs confirmation because of tips (docs/rules.md, Races): the dialog then asks. */
export const needsConfirmation = (error: unknown): boolean => hasCode(error, 'CONFIRM_NEEDED')

export const useDeleteRace = () =>
  useAdminMutation({
    mutationFn: ({ race, isConfirmed }: { race: Race; isConfirmed: boolean }) =>
      api.delete(`${RACES}/${race.id}${isConfirmed ? '?confirm=true' : ''}`),
    failure: ({ race }) => `Failed to delete ${kindOf(race)}`,
    success: (_, { race }) => ({
      title: kindOf(race) === 'session' ? 'Session deleted' : 'Race deleted',
      message: race.name,
    }),
    hidesErrorToast: needsConfirmation,
  })

export const useUploadRaceImage = () =>
  useAdminMutation({
    mutationFn: ({ raceId, image }: { raceId: number; image: File }) => {
      const form = new FormData()
      form.set('raceId', String(raceId))
      form.set('image', image)
      return api.post<Race>('/api/admin/upload-race-image', form)
    },
    failure: 'Failed to upload race category image',
    success: ({ category }) => ({ title: 'Image uploaded', message: category }),
  })
