import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Group, JoinReply } from '@purple-sector/contracts/groups/http'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { applyGroup, holdGroup, releaseGroup } from '@purple-sector/contracts/tipping/internal'
import { categoryChanged, raceChanged, seasonChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { Caller } from '@purple-sector/service-kit'
import { temporaryFolder } from '@purple-sector/testing'
import { aCategory, aFan, aRace, aSeason, aUser, aWeekend } from '@purple-sector/testing/builders'
import { createServiceTest } from '@purple-sector/testing/service-test'
import type { TestClient } from '@purple-sector/testing/test-client'
import { expect, vi } from 'vitest'
import type { Config } from '../src/config.ts'
import { groups } from '../src/service.ts'

export type Person = { caller: Caller; id: string; call: TestClient }

/** Starts the whole service with clients, and stubs the services that own its projections. */
export const createGroupsTest = async (overrides: Partial<Config> = {}) => {
  const folder = await temporaryFolder('mail')
  const mail = { kind: 'files' as const, from: 'Purple Sector <no-reply@tips.test>', directory: folder.path }
  const test = await createServiceTest(groups, { config: { publicUrl: 'https://tips.test', mail, ...overrides } })
  const { publishEvent, calls, database } = test
  const tips = new Map<number, number>()
  calls.stubCall(applyGroup, () => ({ kind: 'reply', reply: {} }))
  calls.stubCall(holdGroup, ({ params }) => ({
    kind: 'reply',
    reply: { outcome: tips.get(Number(params.groupId)) ? ('started' as const) : ('held' as const) },
  }))
  calls.stubCall(releaseGroup, () => ({ kind: 'reply', reply: {} }))

  const waitForRow = (table: string, id: number | string) =>
    vi.waitFor(async () => expect(await database(table).where({ id })).toHaveLength(1), { timeout: 30_000 })

  const createWeekend = async (overrides: Parameters<typeof aWeekend>[0] = {}) => {
    const state = aWeekend(overrides)
    await publishEvent(weekendChanged, state)
    await waitForRow('weekends', state.id)
    return state
  }
  const createSeason = async (overrides: Parameters<typeof aSeason>[0] = {}) => {
    const state = aSeason(overrides)
    await publishEvent(seasonChanged, state)
    await waitForRow('seasons', state.id)
    return state
  }
  const createRace = async (overrides: Parameters<typeof aRace>[0]) => {
    const state = aRace(overrides)
    await publishEvent(raceChanged, state)
    await waitForRow('races', state.id)
    return state
  }
  const createCategory = async (overrides: Parameters<typeof aCategory>[0] = {}) => {
    const state = aCategory(overrides)
    await publishEvent(categoryChanged, state)
    await waitForRow('categories', state.id)
    return state
  }
  /** Creates a user that identity has published; `userOverrides` change the published state. */
  const createPerson = async (
    overrides: Partial<Caller> = {},
    userOverrides: Parameters<typeof aUser>[0] = {},
  ): Promise<Person> => {
    const caller = aFan(overrides)
    const { userId: id, username, firstName, lastName } = caller
    await publishEvent(userChanged, aUser({ id, username, firstName, lastName, ...userOverrides }))
    await waitForRow('users', id)
    return { caller, id, call: await test.as(caller) }
  }
  const createGroup = async (founder: Person, overrides: object = {}): Promise<Group> => {
    const weekendId = 'weekendId' in overrides ? undefined : (await createWeekend()).id
    const reply = await founder.call<Group>('POST', '/api/groups', { name: 'Pit Wall', weekendId, ...overrides })
    expect(reply.status).toBe(201)
    return reply.body
  }
  const join = (person: Person, { inviteCode }: Pick<Group, 'inviteCode'>) =>
    person.call<JoinReply>('POST', `/api/groups/join/${inviteCode}`)

  return {
    ...test,
    createWeekend,
    createSeason,
    createRace,
    createCategory,
    createPerson,
    createGroup,
    join,
    /** Reads the mails sent to an address. */
    async mailsTo(address: string): Promise<string[]> {
      const names = (await readdir(folder.path)).filter((name) => name.endsWith('.eml')).sort()
      const mails = await Promise.all(names.map((name) => readFile(path.join(folder.path, name), 'utf8')))
      return mails.filter((text) => text.includes(`To: ${address}\n`))
    },
    async close(): Promise<void> {
      await test.close()
      await folder.remove()
    },
    /** Sets the number of tips of a group in tipping. */
    tippingCounts: (groupId: number, count: number) => void tips.set(groupId, count),
    /** The pushes to tipping, in order. */
    pushedToTipping: () => calls.inputsOf(applyGroup).map(({ request }) => applyGroup.request.parse(request)),
  }
}

export type GroupsTest = Awaited<ReturnType<typeof createGroupsTest>>
