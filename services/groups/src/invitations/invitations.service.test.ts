import { randomUUID } from 'node:crypto'
import { invitationChanged } from '@purple-sector/contracts/groups/events'
import type { Group, Invitation } from '@purple-sector/contracts/groups/http'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { aUser } from '@purple-sector/testing/builders'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGroupsTest, type GroupsTest, type Person } from '../../test/create-test-groups.ts'
import { onUserChanged } from '../projections/user-projection.ts'

let service: GroupsTest
beforeAll(async () => {
  service = await createGroupsTest()
})
afterAll(() => service?.close())

let addresses = 0
const anAddress = () => `Fan${++addresses}@Fans.test`

const byUser = (who: Person, { id }: Group, whom: Person | string) =>
  who.call<Invitation>('POST', `/api/groups/${id}/invite-user`, { userId: typeof whom === 'string' ? whom : whom.id })
const byMail = (who: Person, { id }: Group, inviteeEmail: string) =>
  who.call<Invitation>('POST', `/api/groups/${id}/invite`, { inviteeEmail })
const own = async (who: Person) => (await who.call<Invitation[]>('GET', '/api/invitations')).body
const sentInto = (who: Person, { id }: Group) => who.call<Invitation[]>('GET', `/api/groups/${id}/invitations`)
const answer = (who: Person, { id }: Pick<Invitation, 'id'>, status: string) =>
  who.call<Invitation>('PATCH', `/api/invitations/${id}`, { status })
const withdraw = (who: Person, group: Group, { id }: Pick<Invitation, 'id'>) =>
  who.call('DELETE', `/api/groups/${group.id}/invitations/${id}`)
const invitationEvent = (id: number, status: string) =>
  service.probe.next(invitationChanged, (data) => data.id === id && data.status === status)

const privateGroup = async (founder: Person, over: object = {}) =>
  service.group(founder, { weekendId: (await service.weekend()).id, isPrivate: true, ...over })
/** Identity tells a verified address; the invitations to it are theirs when this resolves. */
const verifies = async ({ caller, id }: Person, verifiedEmail: string) => {
  const { username, firstName, lastName } = caller
  await service.announce(userChanged, aUser({ id, username, firstName, lastName, verifiedEmail }))
  await expect
    .poll(async () => (await service.database('users').where({ id }).first())?.verified_email, { timeout: 30_000 })
    .toBe(verifiedEmail)
}
const isGone = ({ id }: Person) =>
  expect.poll(async () => (await service.database('users').where({ id })).length, { timeout: 30_000 }).toBe(0)

describe('somebody invited by name', () => {
  test('sees who invites to what, and joins by accepting', async () => {
    const [ada, bob] = [await service.person({ username: 'ada' }), await service.person({ username: 'bob' })]
    const group = await privateGroup(ada, { name: 'Pit Wall', description: 'Us' })
    const { status, body } = await byUser(ada, group, bob)
    expect(status).toBe(201)
    const invitation = {
      id: body.id,
      groupId: group.id,
      groupName: 'Pit Wall',
      groupDescription: 'Us',
      inviterName: 'ada',
      inviterEmail: null,
      inviteeEmail: null,
      inviteeName: 'bob',
      status: 'pending',
      createdAt: expect.any(String),
    }
    expect(body).toEqual(invitation)
    expect(await own(bob)).toEqual([invitation])
    expect((await invitationEvent(body.id, 'pending')).data).toMatchObject({ inviteeId: bob.id, inviterId: ada.id })

    expect(await answer(bob, body, 'accepted')).toMatchObject({ status: 200, body: { status: 'accepted' } })
    expect(await own(bob)).toEqual([])
    expect((await ada.call('GET', `/api/groups/${group.id}`)).body).toMatchObject({ memberCount: 2, pendingCount: 1 })
    expect((await invitationEvent(body.id, 'accepted')).data).toMatchObject({ inviteeId: bob.id })
    expect(service.pushedToTipping().at(-1)).toMatchObject({ memberships: [{ data: { userId: bob.id } }] })
  })

  test('declines, and the same answer again is the same; another one comes too late', async () => {
    const [ada, bob] = [await service.person(), await service.person()]
    const group = await privateGroup(ada)
    const { body } = await byUser(ada, group, bob)
    for (let time = 0; time < 2; time++)
      expect(await answer(bob, body, 'declined')).toMatchObject({ status: 200, body: { status: 'declined' } })
    expect(await answer(bob, body, 'accepted')).toMatchObject({ status: 409, body: { code: 'INVITATION_ANSWERED' } })
    expect(await service.join(bob, group)).toMatchObject({ status: 403, body: { code: 'INVITE_ONLY' } })
    expect(await byUser(ada, group, bob)).toMatchObject({ status: 201 })
    expect(await service.join(bob, group)).toMatchObject({ status: 200 })
    expect(await own(bob)).toEqual([])
  })

  test('is approved at once where the group approves by itself', async () => {
    const [ada, bob] = [await service.person(), await service.person()]
    const group = await privateGroup(ada, { autoApproveInvites: true })
    await answer(bob, (await byUser(ada, group, bob)).body, 'accepted')
    expect((await bob.call('GET', `/api/groups/${group.id}`)).body).toMatchObject({ approvalStatus: 'approved' })
  })

  test('answers only invitations of their own', async () => {
    const [ada, bob, eve] = [await service.person(), await service.person(), await service.person()]
    const { body } = await byUser(ada, await privateGroup(ada), bob)
    for (const stranger of [eve, ada])
      expect(await answer(stranger, body, 'accepted')).toMatchObject({
        status: 404,
        body: { code: 'INVITATION_NOT_FOUND' },
      })
    expect(await answer(bob, { id: 2_147_483_000 }, 'declined')).toMatchObject({ status: 404 })
    expect(await answer(bob, body, 'withdrawn')).toMatchObject({ status: 400 })
  })

  test('by the group’s link has accepted', async () => {
    const [ada, bob] = [await service.person(), await service.person()]
    const group = await privateGroup(ada)
    const { body } = await byUser(ada, group, bob)
    expect(await service.join(bob, group)).toMatchObject({ status: 200 })
    expect(await answer(bob, body, 'accepted')).toMatchObject({ status: 200, body: { status: 'accepted' } })
    await invitationEvent(body.id, 'accepted')
  })

  test('is one who exists, is no member, and is not invited yet', async () => {
    const [ada, bob] = [await service.person(), await service.person()]
    const group = await privateGroup(ada)
    expect(await byUser(ada, group, 'nobody')).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
    expect(await byUser(ada, group, ada)).toMatchObject({ status: 409, body: { code: 'ALREADY_MEMBER' } })
    await byUser(ada, group, bob)
    expect(await byUser(ada, group, bob)).toMatchObject({ status: 409, body: { code: 'ALREADY_INVITED' } })
  })

  test('is invited by members alone, of whom all may', async () => {
    const [ada, bob, cem] = [await service.person(), await service.person(), await service.person()]
    const group = await service.group(ada)
    expect(await byUser(bob, group, cem)).toMatchObject({ status: 404, body: { code: 'GROUP_NOT_FOUND' } })
    await service.join(bob, group)
    expect(await byUser(bob, group, cem)).toMatchObject({ status: 201 })
  })
})

describe('somebody invited by address', () => {
  test('gets a mail with a link, and the invitation when they have verified the address', async () => {
    const [ada, bob] = [await service.person({ username: 'ada' }), await service.person()]
    const group = await privateGroup(ada, { name: 'Pit Wall' })
    const address = anAddress()
    const { status, body } = await byMail(ada, group, address)
    expect(status).toBe(201)
    expect(body).toMatchObject({ inviteeEmail: address, inviteeName: null, status: 'pending' })
    await expect.poll(() => service.mailsTo(address), { timeout: 30_000 }).toHaveLength(1)
    const [mail = ''] = await service.mailsTo(address)
    expect(mail).toContain('Subject: ada invites you to Pit Wall\n')
    expect(mail).toContain(`\nhttps://tips.test/groups/join/${group.inviteCode}\n`)

    expect(await service.join(bob, group)).toMatchObject({ status: 403, body: { code: 'INVITE_ONLY' } })
    await verifies(bob, address.toLowerCase())
    expect((await invitationEvent(body.id, 'pending')).data).toMatchObject({ inviteeId: null })
    expect((await service.probe.next(invitationChanged, (data) => data.inviteeId === bob.id)).data.id).toBe(body.id)
    expect(await own(bob)).toMatchObject([{ id: body.id, inviteeEmail: address }])
    expect(await service.join(bob, group)).toMatchObject({ status: 200 })
    await invitationEvent(body.id, 'accepted')
  })

  test('who has verified it has the invitation at once, and the inviter is not told whose address it is', async () => {
    const [ada, bob] = [await service.person(), await service.person({ username: 'bob' })]
    const group = await privateGroup(ada)
    const address = anAddress()
    await verifies(bob, address)
    const sent = await byMail(ada, group, address.toUpperCase())
    expect(sent).toMatchObject({ status: 201, body: { inviteeName: null } })
    expect((await sentInto(ada, group)).body).toMatchObject([
      { inviteeName: null, inviteeEmail: address.toUpperCase() },
    ])
    expect(await own(bob)).toMatchObject([{ inviteeName: 'bob' }])
  })

  test('is one person with who verified it, and an address is one whatever its case', async () => {
    const [ada, bob] = [await service.person(), await service.person()]
    const group = await privateGroup(ada)
    const [address, other] = [anAddress(), anAddress()]
    await verifies(bob, address)
    await byUser(ada, group, bob)
    expect(await byMail(ada, group, address.toLowerCase())).toMatchObject({ body: { code: 'ALREADY_INVITED' } })
    expect(await byMail(ada, group, other)).toMatchObject({ status: 201 })
    expect(await byMail(ada, group, other.toUpperCase())).toMatchObject({ body: { code: 'ALREADY_INVITED' } })
    await service.join(bob, group)
    expect(await byMail(ada, group, address)).toMatchObject({ status: 409, body: { code: 'ALREADY_MEMBER' } })
  })

  test('who was invited by name too has one invitation once the address is theirs', async () => {
    const [ada, bob, cem] = [await service.person(), await service.person(), await service.person()]
    const group = await service.group(ada)
    const [bobs, cems] = [anAddress(), anAddress()]
    const [mailed, named] = [await byMail(ada, group, bobs), await byUser(ada, group, bob)]
    const joined = await byMail(ada, group, cems)
    await service.join(cem, group)
    await verifies(bob, bobs)
    await verifies(cem, cems)
    await invitationEvent(mailed.body.id, 'withdrawn')
    expect((await invitationEvent(joined.body.id, 'accepted')).data).toMatchObject({ inviteeId: cem.id })
    expect(await own(bob)).toMatchObject([{ id: named.body.id }])
  })

  test('who was rejected has no use of an older invitation that becomes theirs, but of a newer one', async () => {
    const [ada, bob] = [await service.person(), await service.person()]
    const group = await service.group(ada)
    const [older, newer] = [anAddress(), anAddress()]
    const { body } = await byMail(ada, group, older)
    await service.join(bob, group)
    await ada.call('POST', `/api/groups/${group.id}/reject/${bob.id}`)
    const { body: again } = await byMail(ada, group, newer)
    await verifies(bob, older)
    expect((await invitationEvent(body.id, 'withdrawn')).data).toMatchObject({ inviteeId: bob.id })
    expect(await service.join(bob, group)).toMatchObject({ status: 403, body: { code: 'INVITE_ONLY' } })
    await verifies(bob, newer)
    expect(await own(bob)).toMatchObject([{ id: again.id }])
    expect(await service.join(bob, group)).toMatchObject({ status: 200 })
  })

  test('that is none is refused', async () => {
    const ada = await service.person()
    const group = await privateGroup(ada)
    for (const address of ['', 'bob', 'a@b,c@d.test', 'a@b.test\nBcc: x@y.test'])
      expect([address, (await byMail(ada, group, address)).status]).toEqual([address, 400])
  })

  test('is not flooded with mails, however many invite it', async () => {
    const address = anAddress()
    for (let time = 0; time < 12; time++) {
      const ada = await service.person()
      expect(await byMail(ada, await privateGroup(ada), address)).toMatchObject({ status: 201 })
    }
    await expect.poll(() => service.database('mails'), { timeout: 30_000 }).toEqual([])
    expect(await service.mailsTo(address)).toHaveLength(10)
  })

  test('gets its mails however often others were refused before', async () => {
    const [address, ada, stranger] = [anAddress(), await service.person(), await service.person()]
    const group = await privateGroup(ada)
    expect(await byMail(ada, group, address)).toMatchObject({ status: 201 })
    for (let time = 0; time < 6; time++) {
      expect(await byMail(ada, group, address)).toMatchObject({ status: 409, body: { code: 'ALREADY_INVITED' } })
      expect(await byMail(stranger, group, address)).toMatchObject({ status: 404 })
    }
    expect(await byMail(ada, await privateGroup(ada), address)).toMatchObject({ status: 201 })
    await expect.poll(() => service.database('mails'), { timeout: 30_000 }).toEqual([])
    expect(await service.mailsTo(address)).toHaveLength(2)
  })

  test('is not flooded either by what may be added to it', async () => {
    const [name, domain] = anAddress().split('@')
    const ada = await service.person()
    const group = await privateGroup(ada)
    const addresses = Array.from({ length: 12 }, (_, nth) => `${name}+${nth}@${domain}`)
    for (const address of addresses) expect(await byMail(ada, group, address)).toMatchObject({ status: 201 })
    await expect.poll(() => service.database('mails'), { timeout: 30_000 }).toEqual([])
    const mails = await Promise.all(addresses.map((address) => service.mailsTo(address)))
    expect(mails.flat()).toHaveLength(10)
  })
})

describe('withdrawing', () => {
  test('is for who invited and the group’s admin, who see what they may withdraw', async () => {
    const [ada, bob, cem, dan] = [
      await service.person(),
      await service.person(),
      await service.person(),
      await service.person(),
    ]
    const group = await service.group(ada)
    for (const member of [bob, cem]) await service.join(member, group)
    const [first, second] = [(await byUser(bob, group, dan)).body, (await byMail(ada, group, anAddress())).body]
    expect((await sentInto(bob, group)).body.map(({ id }) => id)).toEqual([first.id])
    expect((await sentInto(ada, group)).body.map(({ id }) => id)).toEqual([second.id, first.id])
    expect((await sentInto(cem, group)).body).toEqual([])
    expect(await sentInto(dan, group)).toMatchObject({ status: 404, body: { code: 'GROUP_NOT_FOUND' } })

    expect(await withdraw(cem, group, first)).toMatchObject({ status: 403, body: { code: 'NOT_GROUP_ADMIN' } })
    expect(await withdraw(dan, group, first)).toMatchObject({ status: 404 })
    expect(await withdraw(bob, group, { id: 2_147_483_000 })).toMatchObject({ status: 404 })
    for (let time = 0; time < 2; time++) expect((await withdraw(bob, group, first)).status).toBe(204)
    expect((await withdraw(ada, group, second)).status).toBe(204)
    expect((await invitationEvent(first.id, 'withdrawn')).data).toMatchObject({ inviteeId: dan.id })
    expect((await sentInto(ada, group)).body).toEqual([])
  })

  test('ends what it let in to, and comes too late after an answer', async () => {
    const [ada, bob, cem] = [await service.person(), await service.person(), await service.person()]
    const group = await privateGroup(ada)
    const [bobs, cems] = [(await byUser(ada, group, bob)).body, (await byUser(ada, group, cem)).body]
    await withdraw(ada, group, bobs)
    expect(await own(bob)).toEqual([])
    expect(await service.join(bob, group)).toMatchObject({ status: 403, body: { code: 'INVITE_ONLY' } })
    expect(await answer(bob, bobs, 'accepted')).toMatchObject({ status: 409, body: { code: 'INVITATION_ANSWERED' } })
    await answer(cem, cems, 'accepted')
    expect(await withdraw(ada, group, cems)).toMatchObject({ status: 409, body: { code: 'INVITATION_ANSWERED' } })
  })
})

describe('at once', () => {
  test('one person is invited once, by name and by address', async () => {
    const [ada, bob] = [await service.person(), await service.person()]
    const address = anAddress()
    await verifies(bob, address)
    const group = await privateGroup(ada)
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        turn % 2 ? byUser(ada, group, bob) : byMail(ada, group, turn % 4 ? address : address.toUpperCase()),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(11).fill(409)])
    expect(await own(bob)).toHaveLength(1)
  })

  test('accepting twice joins once', async () => {
    const [ada, bob] = [await service.person(), await service.person()]
    const group = await privateGroup(ada)
    const { body } = await byUser(ada, group, bob)
    const replies = await Promise.all(Array.from({ length: 8 }, () => answer(bob, body, 'accepted')))
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await ada.call('GET', `/api/groups/${group.id}`)).body).toMatchObject({ memberCount: 2 })
  })

  test('of accepting and withdrawing one wins, and whoever is in was not withdrawn', async () => {
    const ada = await service.person()
    const group = await privateGroup(ada)
    for (let round = 0; round < 5; round++) {
      const bob = await service.person()
      const { body } = await byUser(ada, group, bob)
      const [accepted, withdrawn] = await Promise.all([answer(bob, body, 'accepted'), withdraw(ada, group, body)])
      expect([accepted.status, withdrawn.status].toSorted()).toEqual(accepted.status === 200 ? [200, 409] : [204, 409])
      expect((await bob.call('GET', `/api/groups/${group.id}`)).status).toBe(accepted.status === 200 ? 200 : 404)
    }
  })

  test('an address is invited and verified, and the invitation is its owner’s either way', async () => {
    const ada = await service.person()
    const group = await privateGroup(ada)
    for (let round = 0; round < 5; round++) {
      const [bob, address] = [await service.person(), anAddress()]
      await Promise.all([byMail(ada, group, address), verifies(bob, address)])
      await expect.poll(() => own(bob), { timeout: 30_000 }).toHaveLength(1)
    }
  })
})

describe('an account is deleted while an address is verified that it has invited', () => {
  /** The founder invites an address into somebody's group first, then into one that goes with them. */
  const invitedTwice = async () => {
    const [ada, founder, bob] = [await service.person(), await service.person(), await service.person()]
    const [theirs, own] = [await service.group(ada), await service.group(founder)]
    await service.join(founder, theirs)
    const address = anAddress()
    const first = (await byMail(founder, theirs, address)).body
    const second = (await byMail(founder, own, address)).body
    const { username, firstName, lastName } = bob.caller
    const states = {
      deleted: aUser({ id: founder.id, deleted: true }),
      verified: aUser({ id: bob.id, username, firstName, lastName, verifiedEmail: address }),
    }
    return { first, second, states, bob, address }
  }
  const take = (data: ReturnType<typeof aUser>) =>
    service.database.transaction((sql) => {
      const event = {
        specversion: '1.0' as const,
        id: randomUUID(),
        source: '/identity',
        type: userChanged.type,
        subject: userChanged.subject(data),
        key: userChanged.key(data),
        time: new Date().toISOString(),
        datacontenttype: 'application/json' as const,
        sequence: 2,
        data,
      }
      return onUserChanged.prepare(event)(sql)
    })
  const waiting = async (): Promise<number> => (await lockWaiters(service.database)).length
  const statusOf = async ({ id }: Invitation) =>
    (await service.database('invitations').where({ id }).first('status'))?.status

  test.each(['deleted', 'verified'] as const)('neither waits for the other: first %s', async (before) => {
    const { first, second, states } = await invitedTwice()
    const blocker = await service.database.transaction()
    await blocker('invitations').where({ id: second.id }).forUpdate()
    const one = take(states[before])
    await expect.poll(waiting, { timeout: 30_000 }).toBe(1)
    const two = take(states[before === 'deleted' ? 'verified' : 'deleted'])
    await expect.poll(waiting, { timeout: 30_000 }).toBe(2)
    await blocker.commit()
    await Promise.all([one, two])
    // An address that was nobody's yet goes with who typed it.
    const settled = before === 'deleted' ? undefined : 'withdrawn'
    expect([await statusOf(first), await statusOf(second)]).toEqual([settled, undefined])
  })

  test('and however often both come at once', async () => {
    for (let round = 0; round < 8; round++) {
      const { first, second, states } = await invitedTwice()
      await Promise.all([take(states.deleted), take(states.verified)])
      expect(['withdrawn', undefined]).toContain(await statusOf(first))
      expect(await statusOf(second)).toBeUndefined()
    }
  })
})

test('fifty invitations an hour, also refused ones, and then Retry-After says when', async () => {
  const [ada, bob] = [await service.person(), await service.person()]
  const group = await privateGroup(ada)
  const replies = await Promise.all(Array.from({ length: 52 }, () => byUser(ada, group, bob)))
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(2)
  const refused = await byMail(ada, group, anAddress())
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3_600)
  await service.database.raw(
    `update invitations_sent set times = array(select at - interval '61 minutes' from unnest(times) at) where user_id = ?`,
    [ada.id],
  )
  expect(await byMail(ada, group, anAddress())).toMatchObject({ status: 201 })
  const { times } = await service.database('invitations_sent').where({ user_id: ada.id }).first()
  expect(times).toHaveLength(1)
})

test('of sixty at once by one person fifty pass', async () => {
  const ada = await service.person()
  const group = await privateGroup(ada)
  const replies = await Promise.all(Array.from({ length: 60 }, () => byMail(ada, group, anAddress())))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(50).fill(201), ...Array(10).fill(429)])
  expect((await sentInto(ada, group)).body).toHaveLength(50)
})

test.each(['invite', 'invite-user'])(
  'twins of a request are one invitation, another body is refused: %s',
  async (way) => {
    const [ada, bob, eve] = [await service.person(), await service.person(), await service.person()]
    const group = await privateGroup(ada)
    const bodyFor = (whom: Person) =>
      way === 'invite' ? { inviteeEmail: `${whom.id}@fans.test` } : { userId: whom.id }
    const invite = (whom: Person) =>
      ada.call<Invitation>('POST', `/api/groups/${group.id}/${way}`, bodyFor(whom), { 'idempotency-key': 'twins' })
    const replies = await Promise.all([invite(bob), invite(bob), invite(bob)])
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect((await sentInto(ada, group)).body).toHaveLength(1)
    expect(await invite(eve)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
  },
)

test('the same request twice is one invitation', async () => {
  const [ada, bob] = [await service.person(), await service.person()]
  const group = await privateGroup(ada)
  const invite = () =>
    service.app.inject({
      method: 'POST',
      url: `/api/groups/${group.id}/invite-user`,
      payload: { userId: bob.id },
      headers: { ...adas, 'idempotency-key': 'once' },
    })
  const adas = await service.identityOf(ada.caller)
  const [first, second] = [await invite(), await invite()]
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.json()).toEqual(first.json())
  const { times } = await service.database('invitations_sent').where({ user_id: ada.id }).first()
  expect(times).toHaveLength(1)
})

test('who leaves or is rejected takes along what they have pending into the group, and nothing else', async () => {
  const [ada, bob, cem] = [await service.person(), await service.person(), await service.person()]
  const [group, other] = [await service.group(ada), await service.group(ada)]
  for (const member of [bob, cem])
    for (const { inviteCode } of [group, other]) await service.join(member, { inviteCode })
  const ofBob = await byMail(bob, group, anAddress())
  const ofCem = await byMail(cem, group, anAddress())
  const kept = [await byMail(ada, group, anAddress()), await byMail(bob, other, anAddress())]
  await bob.call('POST', `/api/groups/${group.id}/leave`)
  await ada.call('POST', `/api/groups/${group.id}/reject/${cem.id}`)
  for (const { body } of [ofBob, ofCem]) await invitationEvent(body.id, 'withdrawn')
  expect((await sentInto(ada, group)).body.map(({ id }) => id)).toEqual([kept[0]?.body.id])
  expect((await sentInto(ada, other)).body.map(({ id }) => id)).toEqual([kept[1]?.body.id])
})

test('who was rejected comes in by a new invitation', async () => {
  const [ada, bob] = [await service.person(), await service.person()]
  const group = await service.group(ada)
  await service.join(bob, group)
  await ada.call('POST', `/api/groups/${group.id}/reject/${bob.id}`)
  expect(await service.join(bob, group)).toMatchObject({ status: 403, body: { code: 'INVITE_ONLY' } })
  expect(await answer(bob, (await byUser(ada, group, bob)).body, 'accepted')).toMatchObject({ status: 200 })
})

test('a group of another name is told with its invitations, and a deleted one takes them along', async () => {
  const [ada, bob] = [await service.person(), await service.person()]
  const group = await privateGroup(ada)
  const { body } = await byUser(ada, group, bob)
  await ada.call('PATCH', `/api/groups/${group.id}`, { name: 'Gravel Trap' })
  await service.probe.next(invitationChanged, ({ id, groupName }) => id === body.id && groupName === 'Gravel Trap')
  expect(await own(bob)).toMatchObject([{ groupName: 'Gravel Trap' }])
  await ada.call('DELETE', `/api/groups/${group.id}`)
  expect((await invitationEvent(body.id, 'withdrawn')).data).toMatchObject({ inviteeId: bob.id })
  expect(await own(bob)).toEqual([])
  expect(await answer(bob, body, 'accepted')).toMatchObject({ status: 404 })
  expect(await service.database('invitations').where({ group_id: group.id })).toEqual([])
})

test('with an account go its invitations, sent and got', async () => {
  const [ada, bob, cem] = [await service.person(), await service.person(), await service.person()]
  const group = await service.group(ada)
  await service.join(bob, group)
  const [toCem, fromBob] = [(await byUser(ada, group, cem)).body, (await byMail(bob, group, anAddress())).body]
  for (const { id } of [bob, cem]) await service.announce(userChanged, aUser({ id, deleted: true }))
  await isGone(bob)
  await isGone(cem)
  await invitationEvent(toCem.id, 'withdrawn')
  await invitationEvent(fromBob.id, 'withdrawn')
  expect(await service.database('invitations').whereIn('id', [toCem.id, fromBob.id])).toEqual([])
  expect(await service.database('invitations_sent').where({ user_id: bob.id })).toEqual([])
  expect(await byUser(ada, group, cem)).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
})

test('an inviter without a name is told by their verified address', async () => {
  const nameless = { username: null, firstName: null, lastName: null }
  const [ada, bob] = [await service.person(nameless, { verifiedEmail: 'ada@tips.test' }), await service.person()]
  const group = await privateGroup(ada)
  await byUser(ada, group, bob)
  expect(await own(bob)).toMatchObject([{ inviterName: '', inviterEmail: 'ada@tips.test' }])
})
