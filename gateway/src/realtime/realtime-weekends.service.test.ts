import { sessionScored } from '@purple-sector/contracts/tipping/events'
import { carChanged, categoryChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aCar, aCategory, aRace, aWeekend } from '@purple-sector/testing/builders'
import { describe, expect, test, vi } from 'vitest'
import { realtimeScene, scored } from '../../test/realtime-scene.ts'

const at = realtimeScene()

describe('weekend events', () => {
  test('sends scorings and corrections, each once', async () => {
    const { ann, weekendId } = at.prepare()
    const hers = await at.follow(ann)
    await at.gateway.publishEvent(sessionScored, scored(weekendId))
    await at.gateway.publishEvent(sessionScored, scored(weekendId))
    await at.gateway.publishEvent(
      sessionScored,
      scored(weekendId, { kind: 'corrected', revision: 2, status: 'amended', reason: 'Penalty' }),
    )
    await at.gateway.publishEvent(
      sessionScored,
      scored(weekendId, { raceId: 77, kind: 'withdrawn-first', status: 'cancelled' }),
    )
    const { data } = await hers.next('result_corrected')
    expect(data).toMatchObject({
      revision: 2,
      status: 'amended',
      reason: 'Penalty',
      race: { name: 'Race 1', weekendId },
    })
    expect(hers.of('race_completed')).toHaveLength(1)
    expect(hers.of('result_corrected')).toHaveLength(1)
  })

  test('sends the state, deadline and result of a race', async () => {
    const { ann, weekendId } = at.prepare()
    const hers = await at.follow(ann)
    const id = weekendId * 10 + 1
    const requests = at.gateway.state.requests.length
    await at.gateway.publishEvent(raceChanged, aRace({ id, weekendId, status: 'running' }))
    await hers.next('race_status', ({ data }) => data.id === id && data.status === 'running' && !data.locked)
    const deadline = new Date(Date.now() - 1_000).toISOString()
    await at.gateway.publishEvent(raceChanged, aRace({ id, weekendId, status: 'running', deadline }))
    await hers.next('race_status', ({ data }) => data.id === id && data.locked && data.deadline === deadline)
    const result = { resultRevision: 3, resultStatus: 'provisional' as const }
    await at.gateway.publishEvent(raceChanged, aRace({ id, weekendId, status: 'completed', deadline, ...result }))
    await hers.next('race_status', ({ data }) => data.resultRevision === 3 && data.resultStatus === 'provisional')
    expect(hers.of('weekend_updated')).toHaveLength(1)
    // State from events is not fetched from weekends.
    expect(at.gateway.state.requests.slice(requests).filter((line) => line.startsWith('weekends '))).toEqual([])
  })

  test('sends a renamed category to all clients, and its name in races to new ones', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const elsewhere = await at.connect(bob)
    elsewhere.send({ type: 'subscribe', weekendId: null })
    await elsewhere.next('subscribed')
    const hers = await at.follow(ann)
    expect(hers.of('race_status')[0]?.data).toMatchObject({ category: 'Repco Supercars Championship' })
    await at.gateway.publishEvent(categoryChanged, aCategory({ id: 3, order: 2 }))
    await at.gateway.publishEvent(categoryChanged, aCategory({ id: 1, name: 'Kayo Supercars', order: 1 }))
    for (const socket of [hers, elsewhere]) {
      const { data } = await socket.next('categories_updated', ({ data }) => data.categories.length === 2)
      expect(data.categories).toMatchObject([
        { id: 1, name: 'Kayo Supercars' },
        { id: 3, name: 'Dunlop Super2 Series' },
      ])
    }
    const later = await at.connect(bob)
    later.subscribe(weekendId)
    await later.next('race_status', ({ data }) => data.categoryId === 1 && data.category === 'Kayo Supercars')
    await at.gateway.publishEvent(categoryChanged, aCategory({ id: 1, name: 'Repco Supercars Championship' }))
  })

  test('sends nothing for an older or equal state of a race', async () => {
    const { ann, weekendId } = at.prepare()
    const hers = await at.follow(ann)
    const race = aRace({ id: weekendId * 10 + 1, weekendId, status: 'running' })
    await at.gateway.publishEvent(raceChanged, race, { sequence: 5 })
    await hers.next('race_status', ({ data }) => data.status === 'running')
    const before = hers.of('race_status').length
    await at.gateway.publishEvent(raceChanged, { ...race, status: 'upcoming' }, { sequence: 4 })
    await at.gateway.publishEvent(raceChanged, race, { sequence: 6 })
    await at.gateway.publishEvent(raceChanged, { ...race, status: 'completed' }, { sequence: 7 })
    await hers.next('race_status', ({ data }) => data.status === 'completed')
    expect(hers.of('race_status')).toHaveLength(before + 1)
  })

  test('sends a race as locked when its deadline passes', async () => {
    const { ann } = at.prepare()
    const deadline = new Date(Date.now() + 5_000).toISOString()
    at.gateway.state.weekends.at(-1)!.races[0]!.deadline = deadline
    const hers = await at.follow(ann)
    expect(hers.of('race_status')[0]?.data).toMatchObject({ deadline, locked: false })
    await hers.next('race_status', ({ data }) => data.deadline === deadline && data.locked)
  })

  test('sends changes of the weekend, its races and cars, and its deletion', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const hers = await at.follow(ann)
    await at.gateway.publishEvent(weekendChanged, aWeekend({ id: weekendId, venue: 'The Bend' }))
    await hers.next('weekend_updated', ({ data }) => data.weekend.venue === 'The Bend' && !data.racesChanged)
    const added = aRace({ id: weekendId * 10 + 3, weekendId })
    await at.gateway.publishEvent(raceChanged, added)
    await hers.next('weekend_updated', ({ data }) => data.racesChanged)
    await hers.next('race_status', ({ data }) => data.id === added.id)
    await at.gateway.publishEvent(carChanged, aCar({ weekendId }))
    await hers.next('weekend_updated', ({ data }) => data.carsChanged)
    const known = hers.of('weekend_updated').length
    await at.gateway.publishEvent(raceChanged, { ...added, deleted: true })
    await vi.waitFor(() => expect(hers.of('weekend_updated')).toHaveLength(known + 1))
    expect(hers.of('weekend_updated').at(-1)?.data).toMatchObject({ racesChanged: true, deleted: false })
    await at.gateway.publishEvent(weekendChanged, aWeekend({ id: weekendId, deleted: true }))
    await hers.next('weekend_updated', ({ data }) => data.deleted)
    const late = await at.connect(bob)
    late.send({ type: 'subscribe', weekendId })
    expect(await late.next('error')).toMatchObject({ data: { code: 'NOT_FOUND' } })
  })

  test('sends a changed weekend to clients that follow another weekend, or none', async () => {
    const { ann } = at.prepare()
    const other = await at.follow(ann)
    const { bob, weekendId } = at.prepare()
    const newcomer = await at.connect(bob)
    newcomer.send({ type: 'subscribe', weekendId: null })
    expect(await newcomer.next('subscribed')).toMatchObject({ data: { weekendId: null, groupIds: [] } })
    await at.gateway.publishEvent(weekendChanged, aWeekend({ id: weekendId }))
    for (const socket of [other, newcomer])
      expect(await socket.next('weekend_updated', ({ data }) => data.weekend.id === weekendId)).toMatchObject({
        data: { deleted: false, racesChanged: false, carsChanged: false },
      })
  })
})
