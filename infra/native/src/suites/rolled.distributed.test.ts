import { type FanSocket, openFanSocket } from '@purple-sector/race-day'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createDrivenProduct, type DrivenProduct } from '../../test/create-driven-product.ts'
import { category, openWeekend } from '../../test/open-weekend.ts'

/** Maximum time from sending a result until the last socket has its board and its message. */
const MAX_MS = 5_000
/** Without the gateway: a stopped gateway moves its sockets, which `two-gateways` measures. */
const ROLLED = ['identity', 'weekends', 'tipping', 'groups', 'chat', 'engagement', 'admin', 'scoring-worker']
/** Number of services that are also rolled together: each with the one that follows it. */
const TOGETHER = 2

type Measured = { ms: number; during: string }

describe('rolling every service in turn', () => {
  let driven: DrivenProduct

  beforeAll(async () => {
    driven = await createDrivenProduct('rolled', Object.fromEntries(ROLLED.map((name) => [name, 2])))
  }, 240_000)

  afterAll(() => driven?.stop(), 60_000)

  test('delivers a result to every socket within 5 s', async () => {
    const { product, api, admin } = driven
    const { weekendId, raceId, cars, fans } = await openWeekend(api, admin, 'Rolled')
    for (const [index, { cookie }] of fans.entries())
      await api.submitTip(cookie, { weekendId, category, carId: cars[index] ?? 0 })
    const screens = fans.map(({ cookie }) => openFanSocket({ urls: product.gateways, cookie, weekendId }))
    onTestFinished(() => {
      for (const screen of screens) screen.close()
    })
    await Promise.all(screens.map(({ ready }) => ready))

    let revisions = 0
    let during = 'nothing'
    const measured: Measured[] = []
    const hasIt = ({ reported }: FanSocket, revision: number): boolean =>
      revision === 1
        ? reported.completed.size > 0
        : (reported.corrected.get(raceId) ?? []).some((one) => one.revision >= revision)
    const publish = async (): Promise<void> => {
      const winner = revisions % cars.length
      const order = [...cars.slice(winner), ...cars.slice(0, winner)]
      const classification = order.map((carId, index) => ({
        position: index + 1,
        carId,
        status: 'classified' as const,
      }))
      const reason = revisions === 0 ? {} : { reason: `Correction ${revisions}` }
      const began = performance.now()
      const { value } = await api.publishResult(admin.cookie, raceId, { status: 'official', classification, ...reason })
      revisions = value.revision
      await expect
        .poll(() => screens.every((screen) => hasIt(screen, value.revision)), { timeout: 60_000, interval: 20 })
        .toBe(true)
      measured.push({ ms: performance.now() - began, during })
    }

    let isOver = false
    const publishing = (async () => {
      while (!isOver) await publish()
    })()
    const roll = async (names: readonly string[]): Promise<void> => {
      during = names.join(' and ')
      for (const replica of [1, 2]) await Promise.all(names.map((name) => product.restart(`${name}-${replica}`)))
    }
    for (const name of ROLLED) await roll([name])
    for (let at = 0; at < ROLLED.length; at += TOGETHER) await roll(ROLLED.slice(at, at + TOGETHER))
    isOver = true
    await publishing

    for (const [name, of] of Map.groupBy(measured, (one) => one.during)) {
      const slowest = Math.max(...of.map(({ ms }) => ms))
      process.stdout.write(`rolling ${name}: ${of.length} results, the slowest ${(slowest / 1000).toFixed(1)} s\n`)
    }
    expect(measured.filter(({ ms }) => ms > MAX_MS)).toEqual([])
    expect(screens.map(({ interruptions, complaints }) => [interruptions, complaints])).toEqual(
      screens.map(() => [0, []]),
    )
  }, 900_000)
})
