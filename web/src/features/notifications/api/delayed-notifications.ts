import type { Notification } from '@purple-sector/contracts/engagement/http'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { remainingDelayMs } from '../../../client/spoiler/delay.ts'
import { waitForSpoilerDelay } from '../../../client/spoiler/delayed-replies.ts'

const notifiedAt = ({ createdAt }: Notification): number => Date.parse(createdAt)

/**
 * Returns the notifications that may be visible now, and refetches the list once those that the spoiler delay withholds
 * are due. Notifications that are already visible stay.
 */
export const withoutDelayed = (
  client: QueryClient,
  queryKey: QueryKey,
  list: readonly Notification[],
): Notification[] => {
  const visibleIds = new Set(client.getQueryData<Notification[]>(queryKey)?.map(({ id }) => id))
  const isDelayed = (notification: Notification): boolean =>
    !visibleIds.has(notification.id) && remainingDelayMs(notifiedAt(notification)) > 0
  const delayed = list.filter(isDelayed)
  if (delayed.length > 0)
    void waitForSpoilerDelay(Math.min(...delayed.map(notifiedAt))).then(() =>
      client.invalidateQueries({ queryKey, exact: true }),
    )
  return list.filter((notification) => !isDelayed(notification))
}
