import type { PushPayload } from '@purple-sector/contracts/engagement/http'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { notificationsKey } from './notification-keys.ts'
import { tellNotification } from './notification-toast.ts'
import { isSeen, isSentElsewhere, noteSeen } from './seen.ts'

type Message = { type: 'notification'; notification: PushPayload } | { type: 'open'; link: string }

const isMessage = (data: unknown): data is Message =>
  typeof data === 'object' && data !== null && 'type' in data && (data.type === 'notification' || data.type === 'open')

/** Not while the page loads, and not everybody after the same result. */
const ASK_MS = 10_000
const SPREAD_MS = 50_000

/** Answers the service worker: shows as a toast what was pushed while somebody looks at the app, and opens what was clicked. */
export const usePushed = (): void => {
  const client = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void isSentElsewhere(client).catch(() => {}), ASK_MS + Math.random() * SPREAD_MS)
    return () => clearTimeout(timer)
  }, [client])
  useEffect(() => {
    const worker = navigator.serviceWorker
    const onMessage = ({ data, ports: [port] }: MessageEvent<unknown>): void => {
      if (!isMessage(data)) return
      if (data.type === 'open') {
        navigate(data.link)
        port?.postMessage(true)
        return
      }
      const { notification } = data
      const isLooked = document.visibilityState === 'visible'
      if (isLooked && !isSeen(notification.id)) {
        tellNotification(notification)
        noteSeen(client, notification.id)
        void client.invalidateQueries({ queryKey: notificationsKey })
      }
      port?.postMessage(isLooked)
    }
    worker?.addEventListener('message', onMessage)
    return () => worker?.removeEventListener('message', onMessage)
  }, [client, navigate])
}
