import { afterEach, describe, expect, test } from 'vitest'
import { createTestBrowser, OUR_KEY, resetBrowser } from '../../../../test/create-test-browser.ts'
import { createTestServer } from '../../../../test/create-test-server.ts'
import { createQueryClient } from '../../../client/api/query-client.ts'
import { recordEndpoint, recordedEndpoint } from './device-record.ts'
import { repairDevice } from './repair-device.ts'

const HERE = 'https://push.test/here'
const BEFORE = 'https://push.test/before'

/** A fake server with subscriptions by endpoint. */
const server = createTestServer(
  (endpoints: string[]) => ({
    known: endpoints,
    fetch: async (path: string, init: RequestInit) => {
      if (path === '/api/notifications/push-key') return Response.json({ publicKey: OUR_KEY.publicKey })
      if (init.method === 'GET') return Response.json(endpoints.map((endpoint) => ({ endpoint, createdAt: '' })))
      const { endpoint } = JSON.parse(String(init.body))
      if (init.method === 'POST') endpoints.push(endpoint)
      else endpoints.splice(endpoints.indexOf(endpoint), 1)
      return init.method === 'POST' ? Response.json({ endpoint }, { status: 201 }) : new Response(null, { status: 204 })
    },
  }),
  [] as string[],
)
afterEach(resetBrowser)

const repair = () => repairDevice(createQueryClient(), 'ann')

describe('push enabled in this browser', () => {
  test('changes nothing while browser and server agree on the subscription', async () => {
    const { subscribe } = createTestBrowser({ permission: 'granted', subscribed: { endpoint: BEFORE } })
    server.serve([BEFORE])
    recordEndpoint('ann', BEFORE)
    await repair()
    expect([server.known, subscribe.mock.calls, recordedEndpoint('ann')]).toEqual([[BEFORE], [], BEFORE])
  })

  test('resubscribes without a prompt when the browser has lost the subscription', async () => {
    const { requestPermission } = createTestBrowser({ permission: 'granted' })
    server.serve(['https://push.test/laptop', BEFORE])
    recordEndpoint('ann', BEFORE)
    await repair()
    expect([server.known, recordedEndpoint('ann')]).toEqual([['https://push.test/laptop', HERE], HERE])
    expect(requestPermission).not.toHaveBeenCalled()
  })

  test('subscribes with a new endpoint when the server has deleted the subscription', async () => {
    createTestBrowser({ permission: 'granted', subscribed: { endpoint: BEFORE } })
    server.serve([])
    recordEndpoint('ann', BEFORE)
    await repair()
    expect([server.known, recordedEndpoint('ann')]).toEqual([[HERE], HERE])
  })

  test('sends the subscription to the server when the browser has renewed it', async () => {
    createTestBrowser({ permission: 'granted', subscribed: { endpoint: HERE } })
    server.serve([BEFORE])
    recordEndpoint('ann', BEFORE)
    await repair()
    expect([server.known, recordedEndpoint('ann')]).toEqual([[HERE], HERE])
  })

  test('resubscribes when the subscription was made for another key', async () => {
    createTestBrowser({ permission: 'granted', subscribed: { endpoint: BEFORE, key: [2] } })
    server.serve([BEFORE])
    recordEndpoint('ann', BEFORE)
    await repair()
    expect([server.known, recordedEndpoint('ann')]).toEqual([[HERE], HERE])
  })

  test.each(['default', 'denied'] as const)('records push as off once the permission is %s', async (permission) => {
    const { requestPermission } = createTestBrowser({ permission })
    server.serve([BEFORE])
    recordEndpoint('ann', BEFORE)
    await repair()
    expect([server.known, recordedEndpoint('ann')]).toEqual([[], undefined])
    expect(requestPermission).not.toHaveBeenCalled()
  })
})

test('does not subscribe a fan who has not enabled push in this browser', async () => {
  const { subscribe } = createTestBrowser({ permission: 'granted', subscribed: { endpoint: BEFORE } })
  server.serve([])
  recordEndpoint('bob', BEFORE)
  await repair()
  expect([server.known, subscribe.mock.calls, recordedEndpoint('bob')]).toEqual([[], [], BEFORE])
})
