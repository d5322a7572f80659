import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { connectRealtime, type Realtime } from '../../lib/socket.ts'
import { announcementOf, applyFrame } from './leaderboard-live.ts'
import { boardKey } from './leaderboard-queries.ts'

const socketUrl = (): string => `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/ws`

const never = () => () => {}

/** The connection of the signed-in app: LIVE or not, and the last thing the fan is told. */
export const useRealtime = (weekendId: number | undefined) => {
  const client = useQueryClient()
  const [realtime, setRealtime] = useState<Realtime>()
  const [announcement, announce] = useState('')

  useEffect(() => {
    const opened = connectRealtime(socketUrl())
    setRealtime(opened)
    return () => opened.close()
  }, [])

  useEffect(() => {
    if (!realtime || weekendId === undefined) return
    realtime.subscribe(weekendId)
    const stopFrames = realtime.onFrame((frame) => {
      applyFrame(client, frame)
      const told = announcementOf(frame)
      if (told !== undefined) announce(told)
    })
    const stopState = realtime.onState(() => {
      if (realtime.state() === 'connected') void client.invalidateQueries({ queryKey: boardKey(weekendId) })
    })
    return () => {
      stopFrames()
      stopState()
    }
  }, [realtime, weekendId, client])

  const state = useSyncExternalStore(realtime?.onState ?? never, () => realtime?.state() ?? 'disconnected')
  return { isLive: state === 'connected', announcement }
}
