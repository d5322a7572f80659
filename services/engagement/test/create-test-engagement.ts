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

/** The whole service, people who call it, and the owners of what it copies; again on the data of a run that ended. */
export const startEngagement = async (over: Partial<Config> = {}, on?: TestDatabase) => {
  const test = await createServiceTest(engagement, { config: over, ...(on && { on }) })
  const { announce, database } = test
  const isHere = (rows: string, where: object) =>
    vi.waitFor(async () => expect(await database(rows).where(where)).toHaveLength(1), { timeout: 30_000 })

  const weekend = async (told: Parameters<typeof aWeekend>[0] = {}) => {
    const state = aWeekend(told)
    await announce(categoryChanged, aCategory())
    await announce(weekendChanged, state)
    await isHere('weekends', { id: state.id, status: state.status })
    return state
  }
  const race = async (told: Parameters<typeof aRace>[0]) => {
    const state = aRace(told)
    await announce(raceChanged, state)
    await isHere('races', { id: state.id })
    return state
  }
  const car = async (told: Parameters<typeof aCar>[0]) => {
    const state = aCar(told)
    await announce(carChanged, state)
    await isHere('cars', { id: state.id, driver: state.driver, status: state.status })
    return state
  }
  /** Somebody identity has told of; `told` says what else it told. */
  const person = async (as: Partial<Caller> = {}, told: Parameters<typeof aUser>[0] = {}): Promise<Person> => {
    const caller = aFan(as)
    const { userId: id, username, firstName, lastName } = caller
    await announce(userChanged, aUser({ id, username, firstName, lastName, ...told }))
    await isHere('users', { id })
    return { caller, id, call: await test.as(caller) }
  }
  const join = async (
    { id: groupId, weekendId }: { id: number; weekendId: number },
    { id: userId }: Pick<Person, 'id'>,
    role: 'admin' | 'member' = 'member',
  ) => {
    const joinedAt = new Date().toISOString()
    await announce(membershipChanged, aMembership({ groupId, weekendId, userId, role, joinedAt }))
    await isHere('memberships', { group_id: groupId, user_id: userId })
  }
  const group = async (founder: Pick<Person, 'id'>, told: Parameters<typeof aGroup>[0]) => {
    const state = aGroup({ creatorId: founder.id, ...told })
    await announce(groupChanged, state)
    await isHere('groups', { id: state.id })
    await join(state, founder, 'admin')
    return state
  }
  const result = async (told: Parameters<typeof aResult>[0]) => {
    const state = aResult(told)
    await announce(resultPublished, state)
    await isHere('results', { race_id: state.raceId, revision: state.revision })
    return state
  }
  /** The car somebody picks in its category; again for another car with the `tipId` of before. */
  const tip = async (
    { id: userId }: Pick<Person, 'id'>,
    { id: carId, weekendId, categoryId, category }: Awaited<ReturnType<typeof car>>,
    { groupId = null, tipId = nextId() }: { groupId?: number | null; tipId?: number } = {},
  ) => {
    const submittedAt = new Date().toISOString()
    const told = { tipId, userId, weekendId, categoryId, category, groupId, carId, isNew: true, submittedAt }
    await announce(tipSubmitted, told)
    await isHere('tips', { id: tipId, car_id: carId })
    return tipId
  }

  return { ...test, isHere, weekend, race, car, person, join, group, result, tip }
}

export type TestEngagement = Awaited<ReturnType<typeof startEngagement>>
