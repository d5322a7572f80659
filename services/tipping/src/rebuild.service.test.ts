import { resultPublished } from '@purple-sector/contracts/admin/events'
import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import { carChanged, raceChanged, seasonChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { resetProjections } from '@purple-sector/messaging'
import type { ServiceCall } from '@purple-sector/service-kit'
import {
  aCar,
  aFan,
  aGroup,
  aMembership,
  aRace,
  aResult,
  aSeason,
  aUser,
  aWeekend,
} from '@purple-sector/testing/builders'
import { createTestPlatform, type TestPlatform } from '@purple-sector/testing/platform'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { buildTipping } from './app.ts'
import { findSeason } from './seasons/season-repository.ts'

const migrationsDirectory = new URL('../migrations', import.meta.url).pathname
const fan = aFan({ username: 'ann' })
const weekend = aWeekend()
const race = aRace({ weekendId: weekend.id })
const car = aCar({ weekendId: weekend.id })
const season = aSeason({ weekendIds: [weekend.id] })
const group = aGroup({ weekendId: weekend.id, hidePointsUntilApproved: true })
const membership = aMembership({ groupId: group.id, weekendId: weekend.id, userId: fan.userId })

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({ service: 'tipping', migrationsDirectory })
  const republishRequest =
    (publishStates: (republish: string) => Promise<unknown>[]) =>
    async ({ body }: ServiceCall) => {
      const { requestId } = z.object({ requestId: z.string() }).parse(body)
      const republishReply = await Promise.all(publishStates(requestId))
      return { status: 200, body: { events: republishReply.length } }
    }
  const republish = { method: 'POST', path: '/internal/republish' } as const
  platform.calls.when(
    'weekends',
    republish.method,
    republish.path,
    republishRequest((requestId) => [
      platform.publishEvent(weekendChanged, weekend, { republish: requestId }),
      platform.publishEvent(raceChanged, race, { republish: requestId }),
      platform.publishEvent(carChanged, car, { republish: requestId }),
      platform.publishEvent(seasonChanged, season, { republish: requestId }),
    ]),
  )
  platform.calls.when(
    'identity',
    republish.method,
    republish.path,
    republishRequest((requestId) => [
      platform.publishEvent(userChanged, aUser({ id: fan.userId, username: 'ann' }), { republish: requestId }),
    ]),
  )
  platform.calls.when(
    'groups',
    republish.method,
    republish.path,
    republishRequest((requestId) => [
      platform.publishEvent(membershipChanged, membership, { republish: requestId }),
      platform.publishEvent(groupChanged, group, { republish: requestId }),
    ]),
  )
  platform.calls.when(
    'admin',
    republish.method,
    republish.path,
    republishRequest((requestId) => [
      platform.publishEvent(resultPublished, aResult({ raceId: race.id, weekendId: weekend.id, finished: [car.id] }), {
        republish: requestId,
      }),
    ]),
  )
})
afterAll(() => platform.close())

test('a service without projections restores them and keeps its locks, rules and memberships', async () => {
  const { database } = platform.platform
  const first = await buildTipping(platform.platform, { scoresInline: true })
  await platform.start(first)
  await vi.waitFor(
    async () => expect(await database('races').first('scored_revision')).toMatchObject({ scored_revision: 1 }),
    {
      timeout: 30_000,
    },
  )
  const { locks_at } = await database('races').first('locks_at')
  const rules = await database('scope_rules').orderBy('scope_id')
  const memberships = await database('memberships')
  expect(rules).toHaveLength(2)
  expect(memberships).toMatchObject([{ user_id: fan.userId, left_at: null }])
  await first.stop()

  await database.transaction((sql) => resetProjections(sql, 'tipping'))
  await database('cars').delete()
  await database('seasons').delete()
  await database('users').delete()
  const rebuilt = await buildTipping(platform.platform, { scoresInline: true })
  await platform.start(rebuilt)
  expect(await database('cars').select('id')).toEqual([{ id: car.id }])
  expect(await findSeason(database, season.id)).toMatchObject({ rounds: [{ weekendId: weekend.id, round: 1 }] })
  expect(await database('users').select('username')).toEqual([{ username: 'ann' }])
  expect(await database('races').first('locks_at', 'scored_revision')).toEqual({ locks_at, scored_revision: 1 })
  expect(await database('scope_rules').orderBy('scope_id')).toEqual(rules)
  expect(await database('memberships')).toEqual(memberships)

  const republishReply = await platform.callInternal(rebuilt, {
    method: 'POST',
    path: '/internal/republish',
    body: { consumer: 'weekends', requestId: 'weekends:1' },
  })
  expect(republishReply.body).toEqual({ events: 1 })
  await vi.waitFor(
    () =>
      expect(platform.probe.seen(sessionLockChanged).at(-1)).toMatchObject({
        republish: 'weekends:1',
        data: { raceId: race.id, locksAt: locks_at.toISOString() },
      }),
    { timeout: 30_000 },
  )
  const reply = await rebuilt.app.inject({
    url: `/api/weekends/${weekend.id}/leaderboard`,
    headers: await platform.identityOf(fan),
  })
  expect(reply.json<Entry[]>()).toEqual([])
})
