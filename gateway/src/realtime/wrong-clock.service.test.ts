import { raceReply, weekendReply } from '@purple-sector/testing/replies'
import { openSocket } from '@purple-sector/testing/test-socket'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '../../test/stub-services.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'

const AHEAD_MS = 5 * 60_000

describe('gateway whose clock is five minutes slow', () => {
  let gateway: TestGateway
  const deadlines = [2, 8].map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString())

  beforeAll(async () => {
    gateway = await startTestGateway({
      fill(state) {
        state.clockAheadMs = AHEAD_MS
        const races = deadlines.map((deadline, index) =>
          raceReply({ id: index + 1, weekendId: 1, deadline, locked: false }),
        )
        state.weekends.push({ weekend: weekendReply({ id: 1 }), races })
      },
    })
  })
  afterAll(() => gateway.close())

  test('sends time and locks by the clock of tipping’s database', async () => {
    const ann = await openSocket(gateway.url, { cookie: signIn(gateway.state).cookie })
    const { data: hello } = await ann.next('hello')
    expect(Date.parse(hello.serverTime) - Date.now()).toBeGreaterThan(AHEAD_MS - 60_000)
    ann.send({ type: 'ping' })
    const { data: pong } = await ann.next('pong')
    expect(Date.parse(pong.serverTime)).toBeGreaterThanOrEqual(Date.parse(hello.serverTime))
    ann.subscribe(1)
    await ann.next('race_status', ({ data }) => data.id === 1 && data.locked)
    await ann.next('race_status', ({ data }) => data.id === 2 && !data.locked)
    ann.close()
  })
})
