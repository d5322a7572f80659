import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'
import { attend, isSeen, type Place } from './attention.ts'
import { takeMark, tellMark } from './read-marks.ts'
import { type ChatRoom, chatPath } from './room.ts'

/** The read mark is sent once no message arrived for this time, in ms. */
const REST_MS = 2_000
/** Maximum interval between read marks while messages keep arriving: a whole crowd reads the same room. */
const MAX_MS = 20_000

const tellServer = (room: ChatRoom, messageId: number): void => {
  // After a failure the next message sends a later mark.
  api.put(`${chatPath(room)}/read`, { messageId }).then(
    () => tellMark({ room, messageId }),
    () => {},
  )
}

/** Marks a room as read while its newest messages are visible. */
export const useMarkRead = (room: ChatRoom, lastId: number, place: Place): void => {
  const client = useQueryClient()
  const { type, id } = room
  const seen = useRef({ id: 0, toldId: 0, toldAt: 0 })

  useEffect(() => {
    const open = { type, id }
    seen.current = { id: 0, toldId: 0, toldAt: Date.now() }
    return () => {
      const { id: messageId, toldId } = seen.current
      if (messageId > toldId) tellServer(open, messageId)
      attend(open, null)
    }
  }, [type, id])

  useEffect(() => {
    const open = { type, id }
    attend(open, place)
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      if (lastId <= seen.current.toldId) return
      seen.current = { id: lastId, toldId: lastId, toldAt: Date.now() }
      tellServer(open, lastId)
    }
    const look = () => {
      if (!isSeen(open) || lastId === 0) return
      seen.current.id = lastId
      takeMark(client, { room: open, messageId: lastId })
      clearTimeout(timer)
      timer = setTimeout(tell, Date.now() - seen.current.toldAt > MAX_MS ? 0 : REST_MS)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [client, type, id, lastId, place])
}
