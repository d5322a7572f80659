import { Badge } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import { subscribeToMarks } from '../api/read-marks.ts'
import { type ChatRoom, weekendRoom } from '../api/room.ts'
import { formatUnread } from '../api/rooms.ts'
import { useRoom } from '../api/use-room.ts'

/** Badge with the unread count of a room; nothing when it is 0. */
export const UnreadCount = ({ room }: { room: ChatRoom }) => {
  const unread = useRoom(room)?.unread ?? 0
  if (unread === 0) return null
  return (
    <>
      <span className="ps-hidden">, {formatUnread(unread)} unread</span>
      <span aria-hidden="true">
        <Badge size="sm" variant="ink">
          {formatUnread(unread)}
        </Badge>
      </span>
    </>
  )
}

/** Unread count of the active weekend's chat, for Race Chat in the navigation. */
export const RaceChatCount = () => {
  const client = useQueryClient()
  const { weekend } = useActiveWeekend()
  useEffect(() => subscribeToMarks(client), [client])
  return weekend && <UnreadCount room={weekendRoom(weekend.id)} />
}
