import { userReply } from '@purple-sector/testing/replies'
import { screen } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTestBrowser, OUR_KEY, resetBrowser } from '../../../../test/create-test-browser.ts'
import { createTestServer } from '../../../../test/create-test-server.ts'
import { openPage } from '../../../../test/render-page.tsx'
import { recordEndpoint, recordedEndpoint } from '../api/device-record.ts'
import { usePushMessages } from './use-push-messages.ts'

const seenReports: number[][] = []
const subscribed: string[] = []
createTestServer(
  () => ({
    fetch: async (path: string, init: RequestInit) => {
      if (path === '/api/notifications/seen') seenReports.push(JSON.parse(String(init.body)).ids)
      if (path.endsWith('push-key')) return Response.json({ publicKey: OUR_KEY.publicKey })
      if (path.endsWith('push-subscriptions') && init.method === 'POST') {
        subscribed.push(JSON.parse(String(init.body)).endpoint)
        return new Response(null, { status: 201 })
      }
      return path.endsWith('push-subscriptions')
        ? Response.json([{ endpoint: 'https://push.test/phone', createdAt: '2026-11-22T00:00:00.000Z' }])
        : new Response(null, { status: 204 })
    },
  }),
  {},
)

const worker = new EventTarget()
beforeEach(() => {
  seenReports.length = 0
  subscribed.length = 0
  Object.assign(navigator, { serviceWorker: worker })
})
afterEach(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))

const Page = () => {
  usePushMessages()
  return <p>{useLocation().pathname}</p>
}
/** Sends a message of the service worker and returns the page's answer. */
const postToPage = async (data: unknown): Promise<unknown> => {
  const postAnswer = vi.fn()
  worker.dispatchEvent(Object.assign(new Event('message'), { data, ports: [{ postMessage: postAnswer }] }))
  return postAnswer.mock.lastCall?.[0]
}
const notification = {
  id: 7,
  type: 'deadline',
  title: 'No tip for GR CUP yet',
  message: 'Race 1 closes.',
  link: '/tipping',
}

test('shows a push as one toast and reports it as seen while the page is visible', async () => {
  openPage(<Page />, '/', userReply(), [])
  expect(await postToPage({ type: 'notification', notification })).toBe(true)
  expect(await screen.findByText('No tip for GR CUP yet')).toBeTruthy()
  expect(await postToPage({ type: 'notification', notification })).toBe(true)
  await vi.waitFor(() => expect(seenReports).toEqual([[7]]))
})

test('lets the service worker show a push while the page is hidden', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  openPage(<Page />, '/', userReply(), [])
  expect(await postToPage({ type: 'notification', notification: { ...notification, id: 8 } })).toBe(false)
  expect(screen.queryByText('No tip for GR CUP yet')).toBeNull()
  visibility.mockRestore()
})

test('opens a clicked notification without reloading the app', async () => {
  openPage(<Page />, '/', userReply(), [])
  expect(await postToPage({ type: 'open', link: '/tipping' })).toBe(true)
  expect(await screen.findByText('/tipping')).toBeTruthy()
})

test('resubscribes a browser soon after the page load when it has lost its subscription', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  createTestBrowser({ permission: 'granted' })
  onTestFinished(resetBrowser)
  const { id } = userReply()
  recordEndpoint(id, 'https://push.test/before')
  openPage(<Page />, '/', userReply(), [])
  await vi.advanceTimersByTimeAsync(3_000)
  await vi.waitFor(() => expect(recordedEndpoint(id)).toBe('https://push.test/here'))
  expect(subscribed).toEqual(['https://push.test/here'])
})
