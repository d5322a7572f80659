import type { SourceBody, TimingFeed, TimingSource } from '@purple-sector/contracts/admin/live-timing'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { api } from '../../../../client/api/api.ts'
import { useAdminMutation } from '../../base/api/admin-mutation.ts'
import { allFeedsKey, allSourcesKey, liveTimingKey } from './live-timing-keys.ts'

type Named = Pick<Race, 'id' | 'name'>

const refresh = [{ queryKey: allSourcesKey }, { queryKey: allFeedsKey }, { queryKey: liveTimingKey }]
const sourcePath = (raceId: number): string => `/api/live-timing/races/${raceId}`

export const useSetSource = () =>
  useAdminMutation({
    mutationFn: ({ race, source }: { race: Named; source: SourceBody }) =>
      api.put<TimingSource>(`${sourcePath(race.id)}/source`, source),
    success: (_, { race }) => ({ title: 'Source set', message: race.name }),
    failure: 'Failed to set source',
    refresh,
  })

export const useRemoveSource = () =>
  useAdminMutation({
    mutationFn: ({ id }: Named) => api.delete(`${sourcePath(id)}/source`),
    success: (_, { name }) => ({ title: 'Source removed', message: name }),
    failure: 'Failed to remove source',
    refresh,
  })

/** Selects which of the source's sessions is the race. */
export const usePickSession = (raceId: number) =>
  useAdminMutation({
    mutationFn: (code: string) => api.put<TimingSource>(`${sourcePath(raceId)}/source/session`, { code }),
    success: (_, code) => ({ title: 'Session picked', message: code }),
    failure: 'Failed to pick session',
    refresh,
  })

type Match = Pick<TimingFeed['unknown'][number], 'number' | 'carId'>

/** Assigns unknown car numbers of the source to entered cars. */
export const useMatchCars = (raceId: number) =>
  useAdminMutation({
    mutationFn: (matches: Match[]) =>
      api.put(`${sourcePath(raceId)}/cars`, { matches: matches.map(({ number, carId }) => ({ number, carId })) }),
    success: () => ({ title: 'Cars matched' }),
    failure: 'Failed to match cars',
    refresh,
  })
