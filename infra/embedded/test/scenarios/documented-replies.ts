import { readFileSync } from 'node:fs'
import { ROUTES } from '@purple-sector/contracts/all-routes'
import type { Group } from '@purple-sector/contracts/groups/http'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import { openapiOf } from '@purple-sector/gateway/openapi'
import type { Person } from '@purple-sector/testing/group-weekend/person'
import { CATEGORY, openOneRaceWeekend } from '@purple-sector/testing/one-race-weekend'
import { beforeAll, describe, expect, test } from 'vitest'
import { readDocument } from '../../src/documented-replies/openapi-document.ts'
import type { ProductProcess } from '../product-process.ts'
import { register, signInAsAdministrator } from '../sign-in.ts'

type Weekend = Awaited<ReturnType<typeof openOneRaceWeekend>>

const UNKNOWN_ID = 2_147_483_000
const IMAGE = new URL('../../../../docs/images/heat-map.png', import.meta.url)
/** Calls whose 304 suites of their services see; the others are validated here. */
const SEEN_ELSEWHERE = /social-share|\/groups\//

const resultOf = ({ cars }: Weekend) => ({
  status: 'official',
  classification: cars.map(({ id }, index) => ({ carId: id, position: index + 1, status: 'classified' })),
})

/** Replies that no other suite sees: errors of single calls, and the 304 of what the gateway answers from memory. */
export const documentedReplies = (getProduct: () => ProductProcess): void => {
  describe('documented replies of a weekend', () => {
    let product: ProductProcess
    let control: Person
    let fan: Person
    let friend: Person
    let scene: Weekend
    let image: string

    const expectStatus = async (person: Person, method: string, path: string, status: number, body?: object) => {
      const reply = await person.call(method, path, body)
      expect(reply.status, `${method} ${path}: ${JSON.stringify(reply.body)}`).toBe(status)
    }
    const uploadImage = async (raceId: number): Promise<string> => {
      const form = new FormData()
      form.set('raceId', String(raceId))
      form.set('file', new Blob([readFileSync(IMAGE)], { type: 'image/png' }), 'image.png')
      const headers = { cookie: control.cookie(), origin: product.url }
      const path = '/api/admin/upload-race-image'
      const reply = await fetch(product.url + path, { method: 'POST', headers, body: form })
      expect(reply.status).toBe(200)
      const { categoryImage } = (
        await control.get<{ id: number; categoryImage: string }[]>(`/api/weekends/${scene.weekend.id}/races`)
      ).find(({ id }) => id === raceId) ?? { categoryImage: '' }
      return categoryImage.split('/').at(-1)?.split('?')[0] ?? ''
    }

    beforeAll(async () => {
      product = getProduct()
      control = await signInAsAdministrator(product)
      fan = await register(product, 'documented-fan')
      friend = await register(product, 'documented-friend')
      scene = await openOneRaceWeekend(control, 'Documented 500')
      await control.send('PATCH', `/api/admin/weekends/${scene.weekend.id}`, { isActive: true })
      image = await uploadImage(scene.race.id)
    }, 60_000)

    test('unknown weekends, races, sources and tips are 404', async () => {
      await expectStatus(control, 'GET', `/api/admin/cars?weekendId=${UNKNOWN_ID}`, 404)
      await expectStatus(control, 'GET', `/api/admin/races?weekendId=${UNKNOWN_ID}`, 404)
      await expectStatus(control, 'POST', `/api/admin/races/${UNKNOWN_ID}/results?preview=true`, 404, resultOf(scene))
      await expectStatus(control, 'PUT', `/api/live-timing/races/${UNKNOWN_ID}/cars`, 404, { matches: [] })
      await expectStatus(control, 'PUT', `/api/live-timing/races/${scene.race.id}/source/session`, 404, { code: 'R1' })
      const tip = { weekendId: UNKNOWN_ID, category: CATEGORY, carId: scene.cars[0]?.id }
      await expectStatus(fan, 'POST', '/api/tips', 404, tip)
      await expectStatus(fan, 'PATCH', `/api/tips/${UNKNOWN_ID}`, 404, { carId: scene.cars[0]?.id })
    })

    test('a former member gets 404 for a group tip, and every fan 409 once tips are closed', async () => {
      const { weekend, race, cars } = scene
      const group = await fan.post<Group>('/api/groups', { name: 'Documented', weekendId: weekend.id })
      await friend.post(`/api/groups/join/${group.inviteCode}`)
      const tipOf = (groupId?: number) => ({ weekendId: weekend.id, category: CATEGORY, carId: cars[0]?.id, groupId })
      const groupTip = await friend.post<Tip>('/api/tips', tipOf(group.id))
      const tip = await friend.post<Tip>('/api/tips', tipOf())
      await friend.post(`/api/groups/${group.id}/leave`)
      await expectStatus(friend, 'PATCH', `/api/tips/${groupTip.id}`, 404, { carId: cars[1]?.id })

      await control.send('PUT', `/api/admin/races/${race.id}/results`, resultOf(scene))
      await expectStatus(friend, 'PATCH', `/api/tips/${tip.id}`, 409, { carId: cars[1]?.id })
      await expectStatus(control, 'PATCH', `/api/admin/races/${race.id}/status`, 409, { status: 'upcoming' })
    })

    test('every reply with a validator is 304 for a client that has it', async () => {
      const { weekend } = scene
      const body = { weekendId: weekend.id, name: 'Race 2', category: CATEGORY, sessionType: 'race2' }
      const { id: raceId } = await control.post<{ id: number }>('/api/admin/races', body)
      await control.post(`/api/live-timing/races/${raceId}/snapshots`, {
        ...{ sequence: 1, capturedAt: new Date().toISOString(), flag: 'green', lap: 1 },
        entries: [{ carNumber: 1, position: 1, laps: 1, status: 'running' }],
      })
      const season = await control.post<{ id: number }>('/api/admin/seasons', { name: 'Documented', year: 2026 })
      await control.send('PUT', `/api/admin/seasons/${season.id}/weekends`, [{ weekendId: weekend.id }])
      const ids: Record<string, string | number> = { id: weekend.id, weekendId: weekend.id, raceId, hash: image }
      const failures: string[] = []
      const validate = async (name: string, path: string): Promise<void> => {
        const idOf = (key: string) => (path.includes('/seasons/{id}') ? season.id : ids[key])
        const url = product.url + path.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(idOf(key)))
        const get = (headers: Record<string, string>) => fetch(url, { headers: { cookie: fan.cookie(), ...headers } })
        // The data may change between two requests.
        for (let tries = 0; tries < 5; tries += 1) {
          const reply = await get({})
          await reply.arrayBuffer()
          const etag = reply.headers.get('etag')
          if (reply.status === 200 && etag !== null && (await get({ 'if-none-match': etag })).status === 304) return
        }
        failures.push(name)
      }
      const operations = readDocument(await openapiOf(ROUTES)).filter(
        ({ path, statuses }) => statuses.includes('304') && !SEEN_ELSEWHERE.test(path),
      )
      expect(operations.length).toBeGreaterThan(15)
      for (const { name, path } of operations) await validate(name, path)
      expect(failures).toEqual([])
    })
  })
}
