import type { PushPayload } from '@purple-sector/contracts/engagement/http'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useUser } from '../../session/user-query.ts'
import { recordedEndpoint } from '../api/device-record.ts'
import { notificationsKey } from '../api/notification-keys.ts'
import { showNotificationToast } from '../api/notification-toast.ts'
import { isSeen, isSentElsewhere, reportSeen } from '../api/seen-reports.ts'

type Message = { type: 'notification'; notification: PushPayload } | { type: 'open'; link: string }

const isMessage = (data: unknown): data is Message =>
  typeof data === 'object' && data !== null && 'type' in data && (data.type === 'notification' || data.type === 'open')

/** Minimum delay of the check and its jitter, in ms: not while the page loads, and spread over clients after a result. */
const MIN_CHECK_DELAY_MS = 10_000
const JITTER_MS = 50_000
/** Delay in ms of the check if the browser has lost its subscription, without which it receives no pushes. */
const REPAIR_DELAY_MS = 3_000

/** Whether the browser's subscription differs from the recorded one, or is gone. Sends no request. */
const hasLostSubscription = async (endpoint: string): Promise<boolean> => {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  return subscription?.endpoint !== endpoint
}

/** Repairs push where it was enabled, and caches whether notifications are sent elsewhere. */
const checkPush = async (client: QueryClient, userId: string): Promise<void> => {
  if (recordedEndpoint(userId) !== undefined) {
    const { repairDevice } = await import('../api/repair-device.ts')
    await repairDevice(client, userId)
  }
  await isSentElsewhere(client)
}

/** Answers the service worker: shows pushes as toasts while the page is visible, and opens clicked notifications. */
export const usePushMessages = (): void => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const userId = useUser()?.id
  useEffect(() => {
    if (userId === undefined) return
    const scheduleCheck = (ms: number) => setTimeout(() => void checkPush(client, userId).catch(() => {}), ms)
    let timer = scheduleCheck(MIN_CHECK_DELAY_MS + Math.random() * JITTER_MS)
    let isUnmounted = false
    const repairSoon = (isLost: boolean): void => {
      if (!isLost || isUnmounted) return
      clearTimeout(timer)
      timer = scheduleCheck(REPAIR_DELAY_MS)
    }
    const endpoint = recordedEndpoint(userId)
    if (endpoint !== undefined) void hasLostSubscription(endpoint).then(repairSoon, () => {})
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [client, userId])
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
      const isVisible = document.visibilityState === 'visible'
      if (isVisible && !isSeen(notification.id)) {
        showNotificationToast(notification)
        reportSeen(client, notification.id)
        void client.invalidateQueries({ queryKey: notificationsKey })
      }
      port?.postMessage(isVisible)
    }
    worker?.addEventListener('message', onMessage)
    return () => worker?.removeEventListener('message', onMessage)
  }, [client, navigate])
}
