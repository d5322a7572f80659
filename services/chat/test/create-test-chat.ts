import type { Message } from '@purple-sector/contracts/chat/http'
import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { findMemberships, type Membership } from '@purple-sector/contracts/groups/internal'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { Caller } from '@purple-sector/service-kit'
import { aFan, aGroup, aMembership, aUser, aWeekend } from '@purple-sector/testing/builders'
import { createServiceTest } from '@purple-sector/testing/service-test'
import type { TestClient } from '@purple-sector/testing/test-client'
import { expect, vi } from 'vitest'
import type { Config } from '../src/config.ts'
import type { Room } from '../src/rooms/room.ts'
import { chat } from '../src/service.ts'

export type Person = { caller: Caller; id: string; call: TestClient }

/** Starts the whole service with stubbed owners of its projections, and a message limit out of reach unless overridden. */
export const startChat = async (overrides: Partial<Config> = {}) => {
  const test = await createServiceTest(chat, { config: { maxMessages: 1_000, ...overrides } })
  const { publishEvent, calls, database } = test
  const unreplicatedMemberships: Membership[] = []
  calls.stubCall(findMemberships, ({ request }) => ({
    kind: 'reply',
    reply: {
      memberships: unreplicatedMemberships.filter(({ groupId, userId }) =>
        request.wanted.some((wanted) => wanted.groupId === groupId && wanted.userId === userId),
      ),
    },
  }))
  const waitForRow = (table: string, where: object) =>
    vi.waitFor(async () => expect(await database(table).where(where)).toHaveLength(1), { timeout: 30_000 })

  const createWeekend = async (overrides: Parameters<typeof aWeekend>[0] = {}) => {
    const state = aWeekend(overrides)
    await publishEvent(weekendChanged, state)
    await waitForRow('weekends', { id: state.id })
    return state
  }
  /** Creates a user published by identity; `userOverrides` change the event. */
  const createPerson = async (
    overrides: Partial<Caller> = {},
    userOverrides: Parameters<typeof aUser>[0] = {},
  ): Promise<Person> => {
    const caller = aFan(overrides)
    const { userId: id, username, firstName, lastName } = caller
    await publishEvent(userChanged, aUser({ id, username, firstName, lastName, ...userOverrides }))
    await waitForRow('users', { id })
    return { caller, id, call: await test.as(caller) }
  }
  const join = async (group: { id: number; weekendId: number }, { id: userId }: Pick<Person, 'id'>) => {
    const joinedAt = new Date().toISOString()
    await publishEvent(
      membershipChanged,
      aMembership({ groupId: group.id, weekendId: group.weekendId, userId, joinedAt }),
    )
    await waitForRow('memberships', { group_id: group.id, user_id: userId })
  }
  const createGroup = async (founder: Pick<Person, 'id'>, overrides: Partial<Parameters<typeof aGroup>[0]> = {}) => {
    const state = aGroup({
      creatorId: founder.id,
      ...overrides,
      weekendId: overrides.weekendId ?? (await createWeekend()).id,
    })
    await publishEvent(groupChanged, state)
    await waitForRow('groups', { id: state.id })
    await join(state, founder)
    return state
  }
  const sendMessage = async (person: Person, path: string, message: string): Promise<Message> => {
    const reply = await person.call<Message>('POST', path, { message })
    expect([reply.status, reply.body]).toMatchObject([201, {}])
    return reply.body
  }

  /** Inserts `count` messages of a user, as if written one after another. */
  const insertMessages = async (
    { type, id }: Room,
    { id: userId }: Pick<Person, 'id'>,
    count: number,
  ): Promise<void> => {
    await database.raw(
      `insert into messages (room_type, room_id, user_id, text, created_at)
       select :type, :id, :userId, 'Message ' || nth, clock_timestamp() from generate_series(1, :count) nth`,
      { type, id, userId, count },
    )
    await database.raw(
      `insert into rooms as r (type, id, message_count, last_message_id)
       select :type, :id, :count, max(id) from messages where room_type = :type and room_id = :id
       on conflict (type, id) do update set message_count = r.message_count + excluded.message_count,
         last_message_id = excluded.last_message_id`,
      { type, id, count },
    )
  }

  /** Waits until all events announced so far are handled: events of each owner stay in order. */
  const waitUntilIdle = async (): Promise<void> => {
    await createWeekend()
    await createPerson()
    await createGroup(await createPerson())
  }

  return {
    ...test,
    insertMessages,
    waitUntilIdle,
    createWeekend,
    createPerson,
    join,
    createGroup,
    sendMessage,
    /** Adds a membership that the groups service knows and whose event has not arrived here. */
    addUnreplicatedMembership: (membership: Membership) => void unreplicatedMemberships.push(membership),
  }
}

export type TestChat = Awaited<ReturnType<typeof startChat>>
