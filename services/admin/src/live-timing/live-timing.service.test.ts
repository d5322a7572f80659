import { liveTimingChanged } from '@purple-sector/contracts/admin/events'
import type { LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import { OPEN_SOCKETS } from '@purple-sector/contracts/sockets'
import { createServiceTest } from '@purple-sector/testing/service-test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRaceControl, type TestRaceControl } from '../../test/create-test-race-control.ts'
import { admin } from '../service.ts'

let control: TestRaceControl
beforeAll(async () => {
  control = await startRaceControl()
})
afterAll(() => control?.close())

const status = (caller = control.fan) => caller<LiveTimingStatus>('GET', '/api/live-timing/status')
const setPausedState = (action: 'pause' | 'resume') =>
  control.admin<LiveTimingStatus>('POST', `/api/live-timing/${action}`)
const auditLines = async () => {
  const rows = await control.database('audit_entries').where({ subject_type: 'live-timing' }).orderBy('id')
  return rows.map(({ action, actor_username, before, after }) => ({ action, by: actor_username, before, after }))
}

describe('live timing', () => {
  test('reports that no source is set, and invents nothing', async () => {
    expect((await status()).body).toEqual({
      ...{ isPaused: false, isRunning: false, clientCount: 0, source: null, raceId: null },
    })
  })

  test('counts the sockets of all gateways', async () => {
    const sockets = control.platform.cache.gauge(OPEN_SOCKETS)
    await sockets.set('gateway-a', 401, 60_000)
    await sockets.set('gateway-b', 213, 60_000)
    expect((await status()).body.clientCount).toBe(614)
  })

  test('pauses and resumes for administrators, published and audited once for repeated calls', async () => {
    for (const [action, isPaused] of [
      ['pause', true],
      ['pause', true],
      ['resume', false],
      ['resume', false],
    ] as const) {
      const { status: code, body } = await setPausedState(action)
      expect([code, body.isPaused]).toEqual([200, isPaused])
      expect((await status()).body.isPaused).toBe(isPaused)
    }
    expect(await auditLines()).toEqual([
      { action: 'live-timing.paused', by: 'chief', before: { isPaused: false }, after: { isPaused: true } },
      { action: 'live-timing.resumed', by: 'chief', before: { isPaused: true }, after: { isPaused: false } },
    ])
    await control.probe.next(liveTimingChanged, ({ isPaused }) => isPaused)
    await control.probe.next(liveTimingChanged, ({ isPaused }) => !isPaused)
    expect(control.probe.seen(liveTimingChanged).map(({ data }) => data.isPaused)).toEqual([true, false])
  })

  test('pauses once for two concurrent calls', async () => {
    const before = (await auditLines()).length
    await Promise.all(Array.from({ length: 8 }, () => setPausedState('pause')))
    expect((await auditLines()).length).toBe(before + 1)
    await setPausedState('resume')
  })

  test('rejects a pause by users without the role', async () => {
    for (const action of ['pause', 'resume']) {
      expect((await control.visitor('POST', `/api/live-timing/${action}`)).status).toBe(401)
      expect((await control.fan('POST', `/api/live-timing/${action}`)).status).toBe(403)
    }
    expect((await status(control.visitor)).status).toBe(401)
  })

  test('stays paused after a restart of the service', async () => {
    await setPausedState('pause')
    const next = await createServiceTest(admin, { on: control.testDatabase, isStarted: false })
    try {
      await next.app.ready()
      expect((await next.fan<LiveTimingStatus>('GET', '/api/live-timing/status')).body.isPaused).toBe(true)
    } finally {
      await next.close()
    }
  })
})
