import type { Group } from '@purple-sector/contracts/groups/http'
import { seasonChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aWeekend, nextId } from '@purple-sector/testing/builders'
import { expect } from 'vitest'
import type { GroupsTest, Person } from './create-test-groups.ts'

type Weekend = ReturnType<typeof aWeekend>

const DAY_MS = 86_400_000
const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** Publishes a season whose rounds are 30 days apart; the first runs now, none is live, and only it is announced. */
export const createTestSeason = async (
  service: GroupsTest,
  rounds: Partial<Weekend>[] = [{}, {}, {}],
  overrides: Parameters<GroupsTest['createSeason']>[0] = {},
) => {
  const seasonId = nextId()
  const weekends: Weekend[] = []
  for (const [index, round] of rounds.entries()) {
    const startDate = dayIn(index * 30 - 1)
    const state = aWeekend({
      seasonId,
      round: index + 1,
      startDate,
      date: startDate,
      endDate: dayIn(index * 30 + 1),
      status: 'inactive',
      isActive: index === 0,
      ...round,
    })
    weekends.push(state)
  }
  const season = await service.createSeason({ id: seasonId, weekendIds: weekends.map(({ id }) => id), ...overrides })
  for (const weekend of weekends) await service.createWeekend(weekend)
  const weekendOf = (round: number): Weekend => {
    const weekend = weekends[round - 1]
    if (!weekend) throw new Error(`the season has no round ${round}`)
    return weekend
  }
  return {
    season,
    idOf: (round: number): number => weekendOf(round).id,
    /** Publishes a round with other values. */
    async change(round: number, changes: Partial<Weekend>): Promise<void> {
      const changed = { ...weekendOf(round), ...changes }
      weekends[round - 1] = changed
      await service.publishEvent(weekendChanged, changed)
    },
    endSeason: () => service.publishEvent(seasonChanged, { ...season, deleted: true }),
  }
}

export const readGroup = async (person: Person, { id }: Pick<Group, 'id'>): Promise<Group> => {
  const { status, body } = await person.call<Group>('GET', `/api/groups/${id}`)
  expect(status).toBe(200)
  return body
}

/** Waits until the group has these values. */
export const waitForGroup = async (person: Person, group: Pick<Group, 'id'>, values: object): Promise<Group> => {
  await expect.poll(() => readGroup(person, group), { timeout: 15_000 }).toMatchObject(values)
  return readGroup(person, group)
}
