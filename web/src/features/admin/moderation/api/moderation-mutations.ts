import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import type { Mute } from '@purple-sector/contracts/chat/http'
import { api } from '../../../../client/api/api.ts'
import { useToastMutation } from '../../../../client/api/toast-mutation.ts'
import { refetchSoon } from '../../../../client/realtime/cache-updates.ts'
import { allRoomsKey } from '../../../chat/api/room.ts'
import { moderationKey } from './moderation-keys.ts'
import { logQuery } from './moderation-queries.ts'
import { describeSlowMode } from './slow-mode-labels.ts'

const OFFLINE = 'We can’t reach the server. Nothing was changed.'
const refresh = [{ queryKey: moderationKey }]

/** A user as the dialogs and toasts name them. */
export type Person = { userId: string; userName: string }

export const useMute = () =>
  useToastMutation<{ person: Person; until: string; reason: string }, Mute>({
    mutationFn: ({ person, until, reason }) =>
      api.put(`/api/admin/chat/mutes/${encodeURIComponent(person.userId)}`, { until, reason }),
    about: ({ person }) => `mute ${person.userId}`,
    success: (_, { person }) => ({ title: `${bidiIsolate(person.userName)} is muted` }),
    failure: ({ person }) => `Failed to mute ${bidiIsolate(person.userName)}`,
    offline: OFFLINE,
    refresh,
    onDone: (_reply, _input, client) => refetchSoon(client, logQuery.queryKey),
  })

export const useUnmute = () =>
  useToastMutation<Person, void>({
    mutationFn: ({ userId }) => api.delete(`/api/admin/chat/mutes/${encodeURIComponent(userId)}`),
    about: ({ userId }) => `mute ${userId}`,
    success: (_, { userName }) => ({ title: `${bidiIsolate(userName)} can write again` }),
    failure: ({ userName }) => `Failed to unmute ${bidiIsolate(userName)}`,
    offline: OFFLINE,
    refresh,
    onDone: (_reply, _input, client) => refetchSoon(client, logQuery.queryKey),
  })

export const useSlowMode = (weekendId: number) =>
  useToastMutation<number, { slowModeSeconds: number }>({
    mutationFn: (slowModeSeconds) => api.put(`/api/admin/chat/rooms/weekend/${weekendId}`, { slowModeSeconds }),
    success: ({ slowModeSeconds }) => ({
      title: 'Slow mode changed',
      message: `${describeSlowMode(slowModeSeconds)}.`,
    }),
    failure: 'Failed to change slow mode',
    offline: OFFLINE,
    refresh: [{ queryKey: allRoomsKey }],
    onDone: (_reply, _input, client) => refetchSoon(client, logQuery.queryKey),
  })
