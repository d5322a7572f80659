import { productProcesses } from '@purple-sector/product/processes'
import { type FanSocket, openFanSocket } from '@purple-sector/race-day'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createProductWithApi, type ProductWithApi } from '../../test/create-product-with-api.ts'
import { category, createWeekendWithRace } from '../../test/create-weekend.ts'

/** Maximum time from sending a result until the last socket has its board and its message. */
const MAX_MS = 5_000
/** Without the gateway: a stopped gateway moves its sockets, which `two-gateways` measures. */
const ROLLED = productProcesses.map(({ name }) => name).filter((name) => name !== 'gateway')
/** Number of services that are also rolled together: each with the one that follows it. */
const PAIR_SIZE = 2

type Measurement = { ms: number; during: string }

describe('rolling every service in turn', () => {
  let testProduct: ProductWithApi

  beforeAll(async () => {
    testProduct = await createProductWithApi('rolled', Object.fromEntries(ROLLED.map((name) => [name, 2])))
  }, 240_000)

  afterAll(() => testProduct?.stop(), 60_000)

  test('delivers a result to every socket within 5 s', async () => {
    const { product, api, admin } = testProduct
    const { weekendId, raceId, cars, fans } = await createWeekendWithRace(api, admin, 'Rolled')
    for (const [index, { cookie }] of fans.entries())
      await api.submitTip(cookie, { weekendId, category, carId: cars[index] ?? 0 })
    const screens = fans.map(({ cookie }) => openFanSocket({ urls: product.gateways, cookie, weekendId }))
    onTestFinished(() => {
      for (const screen of screens) screen.close()
    })
    await Promise.all(screens.map(({ ready }) => ready))

    let revisions = 0
    let during = 'nothing'
    const measurements: Measurement[] = []
    const hasRevision = ({ receivedRevisions }: FanSocket, revision: number): boolean =>
      revision === 1
        ? receivedRevisions.completed.size > 0
        : (receivedRevisions.corrected.get(raceId) ?? []).some((entry) => entry.revision >= revision)
    const publish = async (): Promise<void> => {
      const winner = revisions % cars.length
      const order = [...cars.slice(winner), ...cars.slice(0, winner)]
      const classification = order.map((carId, index) => ({
        position: index + 1,
        carId,
        status: 'classified' as const,
      }))
      const reason = revisions === 0 ? {} : { reason: `Correction ${revisions}` }
      const startedAt = performance.now()
      const { value } = await api.publishResult(admin.cookie, raceId, { status: 'official', classification, ...reason })
      revisions = value.revision
      await expect
        .poll(() => screens.every((screen) => hasRevision(screen, value.revision)), { timeout: 60_000, interval: 20 })
        .toBe(true)
      measurements.push({ ms: performance.now() - startedAt, during })
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
    for (let firstIndex = 0; firstIndex < ROLLED.length; firstIndex += PAIR_SIZE)
      await roll(ROLLED.slice(firstIndex, firstIndex + PAIR_SIZE))
    isOver = true
    await publishing

    for (const [name, ofServices] of Map.groupBy(measurements, (entry) => entry.during)) {
      const slowest = Math.max(...ofServices.map(({ ms }) => ms))
      process.stdout.write(
        `rolling ${name}: ${ofServices.length} results, the slowest ${(slowest / 1000).toFixed(1)} s\n`,
      )
    }
    expect(measurements.filter(({ ms }) => ms > MAX_MS)).toEqual([])
    expect(screens.map(({ interruptions, violations }) => [interruptions, violations])).toEqual(
      screens.map(() => [0, []]),
    )
  }, 900_000)
})
