import type { NudgeReceipt, UntippedCategory } from '@purple-sector/contracts/tipping/untipped'
import { queryOptions } from '@tanstack/react-query'
import { api, hasCode } from '../../../client/api/api.ts'
import { useToastMutation } from '../../../client/api/toast-mutation.ts'
import { plural } from '../../../ui/time/format.ts'
import { groupKey } from './group-keys.ts'

/** Who has not tipped in a group; `nudgedAt` is when the nudge of the weekend was sent, ISO 8601. */
export type Untipped = { categories: UntippedCategory[]; nudgedAt: string | null }

const POLL_MS = 30_000

const pathOf = (groupId: number, weekendId: number): string => `/api/groups/${groupId}/untipped/${weekendId}`

/** Who has not tipped in a group in a weekend, for its admin. No frame announces others' tips, so it is polled. */
export const untippedQuery = (groupId: number, weekendId: number) =>
  queryOptions({
    queryKey: [...groupKey(groupId), 'untipped', weekendId],
    queryFn: async ({ signal }): Promise<Untipped> => {
      const reply = await api.reply(pathOf(groupId, weekendId), { signal })
      return { categories: await reply.json(), nudgedAt: reply.headers.get('x-nudged-at') }
    },
    staleTime: 0,
    refetchInterval: POLL_MS,
  })

const isAlreadyNudged = (error: unknown): boolean => hasCode(error, 'ALREADY_NUDGED')

/** Nudges the members who have not tipped. A nudge that was sent before shows as sent. */
export const useNudge = (groupId: number, weekendId: number) => {
  const { queryKey } = untippedQuery(groupId, weekendId)
  return useToastMutation({
    mutationFn: () => api.post<NudgeReceipt>(`${pathOf(groupId, weekendId)}/nudge`),
    success: ({ count }) =>
      count === 0
        ? { title: 'No nudge sent', message: 'Members without a tip have nudges switched off, or have tipped by now.' }
        : { title: 'Nudge sent', message: `${plural(count, 'member')} notified.` },
    failure: 'Couldn’t send the nudge',
    offline: 'We can’t reach the server. Please try again.',
    hidesErrorToast: isAlreadyNudged,
    onFailed: (error, client) => {
      if (isAlreadyNudged(error)) void client.invalidateQueries({ queryKey })
    },
    refresh: [{ queryKey }],
    notifiesOtherTabs: true,
  })
}
