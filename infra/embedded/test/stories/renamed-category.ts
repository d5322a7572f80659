import type { Result } from '@purple-sector/contracts/admin/http'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Car, Category, Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { hoursFromNow } from '@purple-sector/testing/builders'
import { beforeAll, describe, expect, test } from 'vitest'
import { ADMINISTRATOR, type ProductProcess } from '../product-process.ts'

const FORMER = 'Dunlop Super2 Series'
const PRESENT = 'Kayo Super2 Series'

let product: ProductProcess

/** Somebody in a session of their own. */
const signedIn = async (path: string, credentials: object) => {
  const send = async (method: string, at: string, body?: object, cookie = '') => {
    const reply = await fetch(`${product.url}${at}`, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), cookie },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect([at, reply.ok]).toEqual([at, true])
    return reply
  }
  const session = String((await send('POST', path, credentials)).headers.get('set-cookie')).split(';')[0]
  return async <T>(method: string, at: string, body?: object): Promise<T> =>
    (await send(method, at, body, session)).json() as Promise<T>
}

export const renamedCategory = (running: () => ProductProcess): void => {
  describe('a category under another name', () => {
    beforeAll(() => {
      product = running()
    })

    test('a renamed category breaks no tip and shows everywhere at once', async () => {
      const admin = await signedIn('/api/auth/login', ADMINISTRATOR)
      const fan = await signedIn('/api/auth/register', { email: 'rita@example.org', password: 'the flag is green' })
      const day = hoursFromNow(24).slice(0, 10)
      const weekend = await admin<Weekend>('POST', '/api/admin/weekends', {
        name: 'Round 1',
        startDate: day,
        endDate: day,
      })
      const [race, later] = [
        await admin<Race>('POST', '/api/admin/races', { weekendId: weekend.id, name: 'Race 1', category: 'super2' }),
        await admin<Race>('POST', '/api/admin/races', {
          weekendId: weekend.id,
          name: 'Race 4',
          category: FORMER,
          sessionType: 'race4',
          startTime: hoursFromNow(24),
        }),
      ]
      const cars: Car[] = []
      for (const number of ['05', '5', '7'])
        cars.push(await admin<Car>('POST', '/api/admin/cars', { raceId: race.id, number, driver: `Driver ${number}` }))
      const tip = await fan<Tip>('POST', '/api/tips', { weekendId: weekend.id, category: FORMER, carId: cars[0]?.id })
      // Read once, so that the gateway holds copies.
      await fan('GET', `/api/weekends/${weekend.id}/races`)
      await fan('GET', `/api/cars/${race.id}`)

      const categories = await admin<Category[]>('GET', '/api/categories')
      const category = categories.find(({ name }) => name === FORMER)
      await admin('PATCH', `/api/admin/categories/${category?.id}`, { name: PRESENT })

      const shown = { categoryId: category?.id, category: PRESENT }
      expect(await fan('GET', '/api/categories')).toContainEqual(expect.objectContaining({ name: PRESENT }))
      expect(await fan('GET', `/api/weekends/${weekend.id}/races`)).toMatchObject([shown, shown])
      expect(await fan('GET', `/api/cars/${race.id}`)).toMatchObject([shown, shown, shown])
      expect(await fan('GET', `/api/tips/${weekend.id}`)).toMatchObject([{ ...shown, id: tip.id, carId: cars[0]?.id }])
      // A page that was opened before still says the former name.
      for (const [named, car] of [
        [FORMER, cars[1]],
        [PRESENT, cars[0]],
      ] as const)
        expect(
          await fan('POST', '/api/tips', { weekendId: weekend.id, category: named, carId: car?.id }),
        ).toMatchObject({
          ...shown,
          id: tip.id,
          carId: car?.id,
        })

      const classification = cars.map(({ id: carId }, index) => ({ carId, position: index + 1, status: 'classified' }))
      for (const { id } of [race, later])
        await admin<Result>('PUT', `/api/admin/races/${id}/results`, { status: 'official', classification })
      await expect
        .poll(() => fan('GET', `/api/weekends/${weekend.id}/my-stats`), { timeout: 30_000 })
        .toMatchObject({ totalPoints: 20, tipsSubmitted: 1 })
    }, 120_000)
  })
}
