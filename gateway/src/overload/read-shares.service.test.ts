import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { gatewayClient } from '../../test/gateway-client.ts'
import { type SignedIn, signIn } from '../../test/stub-services.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'
import { MAX_CONCURRENT_READS } from '../pipeline/limits.ts'

const READ = '/api/auth/user'
const CONNECTIONS = 3 * MAX_CONCURRENT_READS

describe.each([
  { setup: 'services in this process', overHttp: false },
  { setup: 'services over HTTP', overHttp: true },
])('reads of one account, gateway in front of $setup', ({ overHttp }) => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await startTestGateway({ overHttp })
  })
  afterAll(() => gateway.close())

  const { call } = gatewayClient(() => gateway.url)
  const requests = () => gateway.state.requests.filter((line) => line.endsWith(READ)).length

  test('queues reads of an account, and blocks no other account', async () => {
    const account = { userId: 'hostile' }
    const sessions = [signIn(gateway.state, account), signIn(gateway.state, account)]
    const fan = signIn(gateway.state)
    const read = (as: SignedIn | undefined) => call(READ, as ? { as } : {})
    const answers: (() => void)[] = []
    gateway.state.before = (_service, url) =>
      url === READ ? new Promise<void>((resolve) => answers.push(resolve)) : undefined
    // The limit counts across all sessions and connections of the account.
    const reading = Array.from({ length: CONNECTIONS }, (_, index) => read(sessions[index % sessions.length]))
    await vi.waitFor(() => expect(requests()).toBe(MAX_CONCURRENT_READS), 30_000)
    // The account's writes have slots of their own.
    expect((await call('/api/auth/logout-everywhere', { as: sessions[0]!, method: 'POST' })).status).toBeLessThan(300)
    const others = read(fan)
    await vi.waitFor(() => expect(requests()).toBe(MAX_CONCURRENT_READS + 1), 30_000)
    answers[0]?.()
    await vi.waitFor(() => expect(requests()).toBe(MAX_CONCURRENT_READS + 2), 30_000)
    const release = setInterval(() => {
      for (const answer of answers) answer()
    }, 5)
    const statuses = (await Promise.all([...reading, others])).map(({ status }) => status)
    clearInterval(release)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(requests()).toBe(CONNECTIONS + 1)
  })
})
