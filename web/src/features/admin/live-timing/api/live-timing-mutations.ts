import type { LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import { api } from '../../../../client/api/api.ts'
import { useToastMutation } from '../../../../client/api/toast-mutation.ts'
import { liveTimingKey, pausesKey } from './live-timing-keys.ts'

const useSwitch = (verb: 'pause' | 'resume', title: string) =>
  useToastMutation<void, LiveTimingStatus>({
    mutationFn: () => api.post(`/api/live-timing/${verb}`),
    about: 'live timing',
    success: () => ({ title }),
    failure: `Failed to ${verb} live timing`,
    offline: 'We can’t reach the server. Nothing was changed.',
    refresh: [{ queryKey: pausesKey }],
    onDone: async (status, _, client) => {
      // A reply in flight may be older.
      await client.cancelQueries({ queryKey: liveTimingKey })
      client.setQueryData(liveTimingKey, status)
    },
  })

export const usePause = () => useSwitch('pause', 'Live timing is paused')
export const useResume = () => useSwitch('resume', 'Live timing is running again')
