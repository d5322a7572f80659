import { useQuery } from '@tanstack/react-query'
import { usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { formatNumber } from '../../../ui/time/format.ts'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import { COUNT_POLL_MS, unreadQuery } from '../api/notification-queries.ts'

const MAX_DISPLAYED = 99

const Count = ({ weekendId, className }: { weekendId: number; className: string | undefined }) => {
  const { data } = useQuery({ ...unreadQuery(weekendId), refetchInterval: usePollWhileOffline(COUNT_POLL_MS) })
  const count = data?.count ?? 0
  if (count === 0) return null
  return (
    <>
      <span className="ps-hidden"> {formatNumber(count)} unread</span>
      <span aria-hidden="true" className={className}>
        {count > MAX_DISPLAYED ? `${MAX_DISPLAYED}+` : count}
      </span>
    </>
  )
}

/** Unread count of the active weekend's notifications; nothing when it is 0. */
export const UnreadNotifications = ({ className }: { className: string | undefined }) => {
  const { weekend } = useActiveWeekend()
  return weekend && <Count weekendId={weekend.id} className={className} />
}
