import { resultPublished } from '@purple-sector/contracts/admin/events'
import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { tipSubmitted } from '@purple-sector/contracts/tipping/events'
import { carChanged, categoryChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { Caller } from '@purple-sector/service-kit'
import {
  aCar,
  aCategory,
  aFan,
  aGroup,
  aMembership,
  aRace,
  aResult,
  aUser,
  aWeekend,
  nextId,
} from '@purple-sector/testing/builders'
import type { TestDatabase } from '@purple-sector/testing/databases/test-database'
import { createServiceTest } from '@purple-sector/testing/service-test'
import type { TestClient } from '@purple-sector/testing/test-client'
import { expect, vi } from 'vitest'
import type { Config } from '../src/config.ts'
import { engagement } from '../src/service.ts'

export type Person = { caller: Caller; id: string; call: TestClient }

/** Starts the whole service with stubbed owners of its projections, optionally on the database of an earlier run. */
export const startEngagement = async (configOverrides: Partial<Config> = {}, existingDatabase?: TestDatabase) => {
  const test = await createServiceTest(engagement, {
    config: configOverrides,
    ...(existingDatabase && { on: existingDatabase }),
  })
  const { publishEvent, database } = test
  const waitForRow = (rows: string, where: object) =>
    vi.waitFor(async () => expect(await database(rows).where(where)).toHaveLength(1), { timeout: 30_000 })

  const weekend = async (overrides: Parameters<typeof aWeekend>[0] = {}) => {
    const state = aWeekend(overrides)
    await publishEvent(categoryChanged, aCategory())
    await publishEvent(weekendChanged, state)
    await waitForRow('weekends', { id: state.id, status: state.status })
    return state
  }
  const race = async (overrides: Parameters<typeof aRace>[0]) => {
    const state = aRace(overrides)
    await publishEvent(raceChanged, state)
    await waitForRow('races', { id: state.id })
    return state
  }
  const car = async (overrides: Parameters<typeof aCar>[0]) => {
    const state = aCar(overrides)
    await publishEvent(carChanged, state)
    await waitForRow('cars', { id: state.id, driver: state.driver, status: state.status })
    return state
  }
  /** A user published by identity; `overrides` are further fields of the event. */
  const person = async (
    callerOverrides: Partial<Caller> = {},
    overrides: Parameters<typeof aUser>[0] = {},
  ): Promise<Person> => {
    const caller = aFan(callerOverrides)
    const { userId: id, username, firstName, lastName } = caller
    await publishEvent(userChanged, aUser({ id, username, firstName, lastName, ...overrides }))
    await waitForRow('users', { id })
    return { caller, id, call: await test.as(caller) }
  }
  const join = async (
    { id: groupId, weekendId, allSeason = false }: { id: number; weekendId: number | null; allSeason?: boolean },
    { id: userId }: Pick<Person, 'id'>,
    role: 'admin' | 'member' = 'member',
  ) => {
    const joinedAt = new Date().toISOString()
    await publishEvent(
      membershipChanged,
      aMembership({ groupId, weekendId: allSeason ? null : weekendId, userId, role, joinedAt }),
    )
    await waitForRow('memberships', { group_id: groupId, user_id: userId })
  }
  const group = async (founder: Pick<Person, 'id'>, overrides: Parameters<typeof aGroup>[0]) => {
    const state = aGroup({ creatorId: founder.id, ...overrides })
    await publishEvent(groupChanged, state)
    await waitForRow('groups', { id: state.id })
    await join(state, founder, 'admin')
    return state
  }
  const result = async (overrides: Parameters<typeof aResult>[0]) => {
    const state = aResult(overrides)
    await publishEvent(resultPublished, state)
    await waitForRow('results', { race_id: state.raceId, revision: state.revision })
    return state
  }
  /** Announces a tip; pass the `tipId` of an earlier one to change its car. */
  const tip = async (
    { id: userId }: Pick<Person, 'id'>,
    { id: carId, weekendId, categoryId, category }: Awaited<ReturnType<typeof car>>,
    {
      groupId = null,
      tipId = nextId(),
      isAutomatic = false,
      isCopy = false,
    }: { groupId?: number | null; tipId?: number; isAutomatic?: boolean; isCopy?: boolean } = {},
  ) => {
    const submittedAt = new Date().toISOString()
    const ids = { tipId, userId, weekendId, categoryId, groupId, carId }
    await publishEvent(tipSubmitted, { ...ids, category, isNew: true, isAutomatic, isCopy, submittedAt })
    await waitForRow('tips', { id: tipId, car_id: carId })
    return tipId
  }

  return { ...test, waitForRow, weekend, race, car, person, join, group, result, tip }
}

export type TestEngagement = Awaited<ReturnType<typeof startEngagement>>
