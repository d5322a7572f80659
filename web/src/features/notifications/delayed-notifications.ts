import type { Notification } from '@purple-sector/contracts/engagement/http'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { remainingDelayMs } from '../../lib/spoiler/delay.ts'
import { waitForSpoilerDelay } from '../../lib/spoiler/delayed-replies.ts'

const notifiedAt = ({ createdAt }: Notification): number => Date.parse(createdAt)

/**
 * Returns the list without notifications younger than the spoiler delay; refetches when these are due. Visible ones
 * stay.
 */
export const withoutYoung = (
  client: QueryClient,
  queryKey: QueryKey,
  list: readonly Notification[],
): Notification[] => {
  const visibleIds = new Set(client.getQueryData<Notification[]>(queryKey)?.map(({ id }) => id))
  const isYoung = (notification: Notification): boolean =>
    !visibleIds.has(notification.id) && remainingDelayMs(notifiedAt(notification)) > 0
  const young = list.filter(isYoung)
  if (young.length > 0)
    void waitForSpoilerDelay(Math.min(...young.map(notifiedAt))).then(() =>
      client.invalidateQueries({ queryKey, exact: true }),
    )
  return list.filter((notification) => !isYoung(notification))
}
