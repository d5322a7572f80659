import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../../client/api/api.ts'
import { applyMark, publishMark } from './read-marks.ts'
import { type ChatRoom, chatPath } from './room.ts'
import { isNewestVisible, type ScrollPosition, setScrollPosition } from './scroll-position.ts'

/** Debounce in ms: the read mark is sent once no message has arrived for this time. */
const DEBOUNCE_MS = 2_000
/** Maximum interval of read marks while messages keep arriving, in ms; long, as many fans read the same room. */
const MAX_INTERVAL_MS = 20_000

const sendMark = (room: ChatRoom, messageId: number): void => {
  // After a failure the next message sends a later mark.
  api.put(`${chatPath(room)}/read`, { messageId }).then(
    () => publishMark({ room, messageId }),
    () => {},
  )
}

/**
 * Marks a room as read while its newest messages are visible, and stores the scroll position, which decides whether
 * messages are trimmed and whether new ones are unread.
 */
export const useMarkRead = (room: ChatRoom, lastId: number, position: ScrollPosition): void => {
  const client = useQueryClient()
  const { type, id } = room
  const marked = useRef({ id: 0, sentId: 0, sentAt: 0 })

  useEffect(() => {
    const openRoom = { type, id }
    marked.current = { id: 0, sentId: 0, sentAt: Date.now() }
    return () => {
      const { id: messageId, sentId } = marked.current
      if (messageId > sentId) sendMark(openRoom, messageId)
      setScrollPosition(openRoom, null)
    }
  }, [type, id])

  useEffect(() => {
    const openRoom = { type, id }
    setScrollPosition(openRoom, position)
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => {
      if (lastId <= marked.current.sentId) return
      marked.current = { id: lastId, sentId: lastId, sentAt: Date.now() }
      sendMark(openRoom, lastId)
    }
    const check = () => {
      if (!isNewestVisible(openRoom) || lastId === 0) return
      marked.current.id = lastId
      applyMark(client, { room: openRoom, messageId: lastId })
      clearTimeout(timer)
      timer = setTimeout(send, Date.now() - marked.current.sentAt > MAX_INTERVAL_MS ? 0 : DEBOUNCE_MS)
    }
    check()
    document.addEventListener('visibilitychange', check)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [client, type, id, lastId, position])
}
