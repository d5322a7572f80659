import { exportOf } from '@purple-sector/contracts/every-service'
import { SERVICES } from '@purple-sector/contracts/services'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestIdentity, type SignedInFan, type TestIdentity } from '../../test/create-test-identity.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await createTestIdentity()
  for (const service of SERVICES) identity.calls.stubCall(exportOf(service), () => ({ kind: 'not-installed' }))
})
afterAll(() => identity.close())

const download = ({ headers }: SignedInFan) => identity.app.inject({ url: '/api/profile/export', headers })

test('exports the data that every service stores about the caller as a file', async () => {
  const fan = await identity.register({ username: 'collector' })
  identity.calls.stubCall(exportOf('tipping'), ({ params }) => ({
    kind: 'reply',
    reply: { tips: [{ of: params.userId }] },
  }))
  const reply = await download(fan)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-disposition']).toBe('attachment; filename="purple-sector-collector.json"')
  expect(reply.json()).toMatchObject({
    user: { username: 'collector' },
    services: {
      identity: { sessions: [{}], waitingMails: [{ kind: 'verify' }] },
      tipping: { tips: [{ of: fan.user.id }] },
    },
  })
  expect(Object.keys(reply.json().services).toSorted()).toEqual(['identity', 'tipping'])
  expect(reply.body).not.toContain('argon2')
})

test('replies with 503 instead of a partial export when a service does not reply', async () => {
  const fan = await identity.register()
  identity.calls.stubCall(exportOf('groups'), () => {
    throw new Error('away')
  })
  const reply = await download(fan)
  expect([reply.statusCode, reply.json().message]).toEqual([
    503,
    'We couldn’t collect all of your data. Please try again in a moment.',
  ])
  identity.calls.stubCall(exportOf('groups'), () => ({ kind: 'not-installed' }))
})

test('limits exports to five an hour', async () => {
  const fan = await identity.register()
  for (let each = 0; each < 5; each++) expect((await download(fan)).statusCode).toBe(200)
  expect((await download(fan)).statusCode).toBe(429)
})
