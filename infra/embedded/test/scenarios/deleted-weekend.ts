import { rowsByColumn } from '@purple-sector/testing/databases/rows-by-column'
import { CATEGORY, openOneRaceWeekend } from '@purple-sector/testing/one-race-weekend'
import { describe, expect, test } from 'vitest'
import { databaseUrlOf } from '../database-url.ts'
import { LONG_TIMEOUT } from '../long-timeout.ts'
import type { ProductProcess } from '../product-process.ts'
import { register, signInAsAdministrator } from '../sign-in.ts'

export const deletedWeekend = (getProduct: () => ProductProcess): void => {
  describe('deleting a weekend', () => {
    test('deletes all notifications, votes, reactions and other engagement data of the weekend', async () => {
      const product = getProduct()
      const raceControl = await signInAsAdministrator(product)
      const { weekend, race, cars } = await openOneRaceWeekend(raceControl)
      const ella = await register(product, 'ella')
      const inRace = { weekendId: weekend.id, category: CATEGORY }
      const postWhenReady = (path: string, body: object) =>
        expect.poll(async () => (await ella.call('POST', path, body)).status, LONG_TIMEOUT).toBeLessThan(300)
      await postWhenReady('/api/tips', { ...inRace, carId: cars[0]?.id })
      await postWhenReady('/api/driver-poll', { ...inRace, driverName: 'Driver 2' })
      const classification = cars.map(({ id }, index) => ({ carId: id, position: index + 1, status: 'classified' }))
      await raceControl.send('PUT', `/api/admin/races/${race.id}/results`, { status: 'official', classification })
      const reaction = { kind: 'reaction', reaction: 'fire', subject: { type: 'result', id: race.id } }
      await postWhenReady('/api/fan-engagement/actions', { ...reaction, weekendId: weekend.id })

      const rows = rowsByColumn(await databaseUrlOf(product))
      const tables = async () => Object.keys(await rows.find('engagement', 'weekend_id', weekend.id))
      try {
        const tablesWithData = ['notifications', 'votes', 'activities', 'reactions', 'heat_maps', 'results']
        await expect.poll(tables, LONG_TIMEOUT).toEqual(expect.arrayContaining(tablesWithData))
        await raceControl.send('DELETE', `/api/admin/weekends/${weekend.id}`)
        await expect.poll(tables, LONG_TIMEOUT).toEqual([])
      } finally {
        await rows.close()
      }
    })
  })
}
