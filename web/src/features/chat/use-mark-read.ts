import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'
import { isSeen, type Place, setPlace } from './attention.ts'
import { applyMark, publishMark } from './read-marks.ts'
import { type ChatRoom, chatPath } from './room.ts'

/** The read mark is sent once no message arrived for this time, in ms. */
const REST_MS = 2_000
/** Maximum interval between read marks while messages keep arriving: a whole crowd reads the same room. */
const MAX_MS = 20_000

const sendMark = (room: ChatRoom, messageId: number): void => {
  // After a failure the next message sends a later mark.
  api.put(`${chatPath(room)}/read`, { messageId }).then(
    () => publishMark({ room, messageId }),
    () => {},
  )
}

/** Marks a room as read while its newest messages are visible. */
export const useMarkRead = (room: ChatRoom, lastId: number, place: Place): void => {
  const client = useQueryClient()
  const { type, id } = room
  const marked = useRef({ id: 0, sentId: 0, sentAt: 0 })

  useEffect(() => {
    const open = { type, id }
    marked.current = { id: 0, sentId: 0, sentAt: Date.now() }
    return () => {
      const { id: messageId, sentId } = marked.current
      if (messageId > sentId) sendMark(open, messageId)
      setPlace(open, null)
    }
  }, [type, id])

  useEffect(() => {
    const open = { type, id }
    setPlace(open, place)
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => {
      if (lastId <= marked.current.sentId) return
      marked.current = { id: lastId, sentId: lastId, sentAt: Date.now() }
      sendMark(open, lastId)
    }
    const check = () => {
      if (!isSeen(open) || lastId === 0) return
      marked.current.id = lastId
      applyMark(client, { room: open, messageId: lastId })
      clearTimeout(timer)
      timer = setTimeout(send, Date.now() - marked.current.sentAt > MAX_MS ? 0 : REST_MS)
    }
    check()
    document.addEventListener('visibilitychange', check)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [client, type, id, lastId, place])
}
