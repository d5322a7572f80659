import type {
  EngagementEntry,
  EngagementStats,
  HeatMapEntry,
  Notification,
  PollResult,
  Reacted,
} from '@purple-sector/contracts/engagement/http'
import type { Car, Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { rowsByColumn } from '@purple-sector/testing/databases/rows-by-column'
import type { Person } from '@purple-sector/testing/group-weekend/person'
import { CATEGORY, openOneRaceWeekend } from '@purple-sector/testing/one-race-weekend'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { databaseUrlOf } from '../database-url.ts'
import { PATIENT } from '../patient.ts'
import { enterAsAdministrator, type Fan, joinAsFan } from '../people.ts'
import type { ProductProcess } from '../product-process.ts'

/** What engagement has still to look at for achievements; a row goes with what it has brought. */
const COUNTED_LATER = ['results_to_count', 'weekends_to_close']

export const besideTipping = (running: () => ProductProcess): void => {
  describe('what fans are told and do beside tipping', () => {
    let product: ProductProcess
    let control: Person
    let weekend: Weekend
    let race: Race
    let cars: Car[]
    let ella: Fan
    let finn: Fan

    const tip = (fan: Fan, car: number) => {
      const body = { weekendId: weekend.id, category: CATEGORY, carId: cars[car]?.id }
      return vi.waitFor(() => fan.post('/api/tips', body), PATIENT)
    }
    const publish = (order: readonly number[], over: object = {}) => {
      const classification = order.map((car, index) => ({
        ...{ carId: cars[car]?.id, position: index + 1, status: 'classified' },
        ...{ laps: 20 - index, bestLapMs: 80_000 + index * 500 },
      }))
      return control.send('PUT', `/api/admin/races/${race.id}/results`, { status: 'official', classification, ...over })
    }
    const told = (fan: Fan) => fan.get<Notification[]>(`/api/notifications/${weekend.id}`)
    const unread = async (fan: Fan) =>
      (await fan.get<{ count: number }>(`/api/notifications/${weekend.id}/count`)).count
    const heatMap = () => ella.get<HeatMapEntry[]>(`/api/weekends/${weekend.id}/heat-map`)
    /** Resolves when all that results achieve has been told, which is some seconds after them: it is unread as well. */
    const nothingFollows = async () => {
      const rows = rowsByColumn(await databaseUrlOf(product))
      try {
        const waiting = async () => Object.keys(await rows.find('engagement', 'weekend_id', weekend.id))
        await expect
          .poll(async () => (await waiting()).filter((table) => COUNTED_LATER.includes(table)), PATIENT)
          .toEqual([])
      } finally {
        await rows.close()
      }
    }
    const board = (fan: Fan) => fan.get<EngagementEntry[]>(`/api/engagement/leaderboard/${weekend.id}`)

    beforeAll(async () => {
      product = running()
      control = await enterAsAdministrator(product)
      ;({ weekend, race, cars } = await openOneRaceWeekend(control))
      ella = await joinAsFan(product, 'ella')
      finn = await joinAsFan(product, 'finn')
      for (const { screen } of [ella, finn]) {
        screen.subscribe(weekend.id, [])
        await screen.next('subscribed')
      }
      await tip(ella, 0)
      await tip(finn, 1)
    }, 180_000)

    test('a first tip is an achievement, in the moment in which it happens', async () => {
      for (const fan of [ella, finn]) {
        const { data } = await fan.screen.next('notification', (frame) => frame.data.type === 'achievement')
        expect(data.title).toBe('New Achievement Unlocked!')
        expect(await told(fan)).toContainEqual(data)
      }
    })

    test('a vote moves the poll on every screen', async () => {
      const vote = { weekendId: weekend.id, driverName: 'Driver 2', category: CATEGORY }
      await expect.poll(async () => (await ella.call('POST', '/api/driver-poll', vote)).status, PATIENT).toBe(200)
      const { data } = await finn.screen.next('poll_update', (frame) => frame.data.stats.totalVotes === 1)
      expect(data.results).toMatchObject([{ driverName: 'Driver 2', votes: 1, percentage: 100 }])
      expect(await finn.get<PollResult[]>(`/api/driver-poll/${weekend.id}/results`)).toEqual(data.results)
    })

    test('a result is a toast, a notification, a count, a heat map: once each, and all say the same', async () => {
      await expect.poll(heatMap, PATIENT).toEqual([])
      expect((await told(ella)).filter(({ type }) => type === 'position')).toEqual([])
      await publish([0, 1, 2])
      for (const { screen } of [ella, finn]) await screen.next('race_completed', ({ data }) => data.race.id === race.id)
      const frame = await ella.screen.next('notification', ({ data }) => data.type === 'position')
      expect(frame.data).toMatchObject({ weekendId: weekend.id, link: '/leaderboard', isRead: false })
      expect(frame.data.message).toContain('+50 from')
      expect(await told(ella)).toContainEqual(frame.data)
      await finn.screen.next(
        'notification',
        ({ data }) => data.type === 'position' && data.message.includes('+25 from'),
      )
      await expect.poll(async () => (await unread(ella)) === (await told(ella)).length, PATIENT).toBe(true)
      await ella.screen.next('heat_map_updated')
      await expect
        .poll(async () => (await heatMap()).map(({ driverName }) => driverName), PATIENT)
        .toEqual(['Driver 1', 'Driver 2', 'Driver 3'])
      expect((await heatMap())[0]).toMatchObject({ heatMapZone: 'hot', position: 1, points: 50 })
    })

    test('a correction says why', async () => {
      await publish([1, 0, 2], { reason: 'Jump start of car 1' })
      for (const fan of [ella, finn]) {
        await fan.screen.next('result_corrected', ({ data }) => data.reason === 'Jump start of car 1')
        const { data } = await fan.screen.next('notification', ({ data: { type } }) => type === 'correction')
        expect(data.message).toContain('Jump start of car 1')
      }
      const ofResult = (await told(ella)).filter(({ type }) => type === 'position' || type === 'correction')
      expect(ofResult.map(({ type }) => type)).toEqual(['correction', 'position'])
      const [driver] = await heatMap()
      await expect.poll(async () => (await heatMap())[0]?.driverName ?? driver, PATIENT).toBe('Driver 2')
    })

    test('a reaction is counted on every screen, and taken back', async () => {
      const subject = { type: 'result', id: race.id }
      const body = { weekendId: weekend.id, kind: 'reaction', reaction: 'fire', subject }
      expect((await finn.call('POST', '/api/fan-engagement/actions', body)).status).toBe(201)
      const { data } = await ella.screen.next('engagement_update', (frame) => frame.data.counts.fire === 1)
      expect(data).toMatchObject({ weekendId: weekend.id, groupId: null, subject })
      const [reacted] = await finn.get<Reacted[]>(`/api/fan-engagement/reactions/${weekend.id}?type=result`)
      expect(reacted).toMatchObject({ subject, counts: { fire: 1 }, yours: ['fire'] })
      expect((await finn.call('POST', '/api/fan-engagement/actions', body)).status).toBe(200)
      await ella.screen.next('engagement_update', (frame) => frame.data.counts.fire === 0)
    })

    test('who does more stands higher on the engagement board, which moves by itself', async () => {
      const points = async (fan: Fan) =>
        (await fan.get<EngagementStats>(`/api/engagement/stats/${weekend.id}`)).totalPoints
      // The tip and the vote, besides what these achieve.
      await expect.poll(() => points(ella), PATIENT).toBeGreaterThanOrEqual(8)
      await expect.poll(async () => (await board(finn)).map(({ userId }) => userId), PATIENT).toContain(ella.userId)
      await finn.screen.next('engagement_board', ({ data }) =>
        data.entries.some(({ userId }) => userId === ella.userId),
      )
      const own = async () => (await board(ella)).find(({ userId }) => userId === ella.userId)?.totalPoints
      await expect.poll(async () => (await own()) === (await points(ella)), PATIENT).toBe(true)
    })

    test('what is read on one screen is read on the other', async () => {
      const second = await ella.open()
      second.subscribe(null, [])
      await nothingFollows()
      expect(await ella.post(`/api/notifications/${weekend.id}/read-all`)).toEqual({ count: 0 })
      expect(await unread(ella)).toBe(0)
      await second.next('notification_count')
      expect((await told(ella)).every(({ isRead }) => isRead)).toBe(true)
      expect(await unread(finn)).toBeGreaterThan(0)
      second.close()
    })

    test('a weekend that is deleted takes all of it along', async () => {
      const rows = rowsByColumn(await databaseUrlOf(product))
      const ofWeekend = () => rows.find('engagement', 'weekend_id', weekend.id)
      try {
        expect(Object.keys(await ofWeekend())).toEqual(expect.arrayContaining(['notifications', 'votes', 'activities']))
        await control.send('DELETE', `/api/admin/weekends/${weekend.id}`)
        await expect.poll(ofWeekend, PATIENT).toEqual({})
      } finally {
        await rows.close()
      }
    })
  })
}
