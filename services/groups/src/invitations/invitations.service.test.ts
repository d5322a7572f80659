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

const byUser = (who: Person, { id }: Group, invitee: Person | string) =>
  who.call<Invitation>('POST', `/api/groups/${id}/invite-user`, {
    userId: typeof invitee === 'string' ? invitee : invitee.id,
  })
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
/** Publishes a verified address; the invitations to it are assigned when this resolves. */
const verifies = async ({ caller, id }: Person, verifiedEmail: string) => {
  const { username, firstName, lastName } = caller
  await service.announce(userChanged, aUser({ id, username, firstName, lastName, verifiedEmail }))
  await expect
    .poll(async () => (await service.database('users').where({ id }).first())?.verified_email, { timeout: 30_000 })
    .toBe(verifiedEmail)
}
const isGone = ({ id }: Person) =>
  expect.poll(async () => (await service.database('users').where({ id })).length, { timeout: 30_000 }).toBe(0)

describe('an invitation by name', () => {
  test('shows who invites to which group, and joins it when accepted', async () => {
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

  test('can be declined, once or repeatedly; another answer comes too late', async () => {
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

  test('approves the new member at once where the group approves automatically', async () => {
    const [ada, bob] = [await service.person(), await service.person()]
    const group = await privateGroup(ada, { autoApproveInvites: true })
    await answer(bob, (await byUser(ada, group, bob)).body, 'accepted')
    expect((await bob.call('GET', `/api/groups/${group.id}`)).body).toMatchObject({ approvalStatus: 'approved' })
  })

  test('can be answered by its invitee only', async () => {
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

  test('is accepted by joining by the group’s link', async () => {
    const [ada, bob] = [await service.person(), await service.person()]
    const group = await privateGroup(ada)
    const { body } = await byUser(ada, group, bob)
    expect(await service.join(bob, group)).toMatchObject({ status: 200 })
    expect(await answer(bob, body, 'accepted')).toMatchObject({ status: 200, body: { status: 'accepted' } })
    await invitationEvent(body.id, 'accepted')
  })

  test('needs an existing user who is no member and not invited yet', async () => {
    const [ada, bob] = [await service.person(), await service.person()]
    const group = await privateGroup(ada)
    expect(await byUser(ada, group, 'nobody')).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
    expect(await byUser(ada, group, ada)).toMatchObject({ status: 409, body: { code: 'ALREADY_MEMBER' } })
    await byUser(ada, group, bob)
    expect(await byUser(ada, group, bob)).toMatchObject({ status: 409, body: { code: 'ALREADY_INVITED' } })
  })

  test('can be sent by every member and by no other user', async () => {
    const [ada, bob, cem] = [await service.person(), await service.person(), await service.person()]
    const group = await service.group(ada)
    expect(await byUser(bob, group, cem)).toMatchObject({ status: 404, body: { code: 'GROUP_NOT_FOUND' } })
    await service.join(bob, group)
    expect(await byUser(bob, group, cem)).toMatchObject({ status: 201 })
  })
})

describe('an invitation by address', () => {
  test('sends a mail with a link, and is assigned when the address is verified', async () => {
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

  test('is assigned at once to the owner of a verified address, without revealing them to the inviter', async () => {
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

  test('equals one by name to the same user, and addresses ignore case', async () => {
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

  test('is withdrawn for a user who was also invited by name', async () => {
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

  test('older than a rejection is withdrawn when it is claimed, a newer one is not', async () => {
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

  test('is rejected for an invalid address', async () => {
    const ada = await service.person()
    const group = await privateGroup(ada)
    for (const address of ['', 'bob', 'a@b,c@d.test', 'a@b.test\nBcc: x@y.test'])
      expect([address, (await byMail(ada, group, address)).status]).toEqual([address, 400])
  })

  test('does not flood an address with mails, with any number of inviters', async () => {
    const address = anAddress()
    for (let time = 0; time < 12; time++) {
      const ada = await service.person()
      expect(await byMail(ada, await privateGroup(ada), address)).toMatchObject({ status: 201 })
    }
    await expect.poll(() => service.database('mails'), { timeout: 30_000 }).toEqual([])
    expect(await service.mailsTo(address)).toHaveLength(10)
  })

  test('sends its mail however often other invitations were rejected before', async () => {
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

  test('does not flood a mailbox by variants of its address', async () => {
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

describe('withdrawing an invitation', () => {
  test('is allowed to its inviter and to the group’s admin, who list what they may withdraw', async () => {
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

  test('prevents joining by it, and comes too late after an answer', async () => {
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

describe('concurrent invitations', () => {
  test('invite one user once, by name and by address', async () => {
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

  test('join once when accepted twice', async () => {
    const [ada, bob] = [await service.person(), await service.person()]
    const group = await privateGroup(ada)
    const { body } = await byUser(ada, group, bob)
    const replies = await Promise.all(Array.from({ length: 8 }, () => answer(bob, body, 'accepted')))
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await ada.call('GET', `/api/groups/${group.id}`)).body).toMatchObject({ memberCount: 2 })
  })

  test('are accepted or withdrawn, and a new member’s invitation is not withdrawn', async () => {
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

  test('to an address become its owner’s, whether verified before or after', async () => {
    const ada = await service.person()
    const group = await privateGroup(ada)
    for (let round = 0; round < 5; round++) {
      const [bob, address] = [await service.person(), anAddress()]
      await Promise.all([byMail(ada, group, address), verifies(bob, address)])
      await expect.poll(() => own(bob), { timeout: 30_000 }).toHaveLength(1)
    }
  })
})

describe('the deletion of an account concurrent with the verification of an address that it invited', () => {
  /** The creator invites an address into another user's group first, then into one of their own. */
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
  const applyUser = (data: ReturnType<typeof aUser>) =>
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
  const countLockWaiters = async (): Promise<number> => (await lockWaiters(service.database)).length
  const statusOf = async ({ id }: Invitation) =>
    (await service.database('invitations').where({ id }).first('status'))?.status

  test.each(['deleted', 'verified'] as const)('does not deadlock: first %s', async (before) => {
    const { first, second, states } = await invitedTwice()
    const blocker = await service.database.transaction()
    await blocker('invitations').where({ id: second.id }).forUpdate()
    const one = applyUser(states[before])
    await expect.poll(countLockWaiters, { timeout: 30_000 }).toBe(1)
    const two = applyUser(states[before === 'deleted' ? 'verified' : 'deleted'])
    await expect.poll(countLockWaiters, { timeout: 30_000 }).toBe(2)
    await blocker.commit()
    await Promise.all([one, two])
    // An unclaimed address is removed with its inviter.
    const expectedStatus = before === 'deleted' ? undefined : 'withdrawn'
    expect([await statusOf(first), await statusOf(second)]).toEqual([expectedStatus, undefined])
  })

  test('does not deadlock in repeated concurrent runs', async () => {
    for (let round = 0; round < 8; round++) {
      const { first, second, states } = await invitedTwice()
      await Promise.all([applyUser(states.deleted), applyUser(states.verified)])
      expect(['withdrawn', undefined]).toContain(await statusOf(first))
      expect(await statusOf(second)).toBeUndefined()
    }
  })
})

test('fifty invitations an hour pass, rejected ones count, and Retry-After says when the next may be sent', async () => {
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

test('fifty of sixty concurrent invitations by one user pass', async () => {
  const ada = await service.person()
  const group = await privateGroup(ada)
  const replies = await Promise.all(Array.from({ length: 60 }, () => byMail(ada, group, anAddress())))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(50).fill(201), ...Array(10).fill(429)])
  expect((await sentInto(ada, group)).body).toHaveLength(50)
})

test.each(['invite', 'invite-user'])(
  'concurrent equal requests are one invitation, and another body is rejected: %s',
  async (way) => {
    const [ada, bob, eve] = [await service.person(), await service.person(), await service.person()]
    const group = await privateGroup(ada)
    const bodyFor = (invitee: Person) =>
      way === 'invite' ? { inviteeEmail: `${invitee.id}@fans.test` } : { userId: invitee.id }
    const invite = (invitee: Person) =>
      ada.call<Invitation>('POST', `/api/groups/${group.id}/${way}`, bodyFor(invitee), { 'idempotency-key': 'twins' })
    const replies = await Promise.all([invite(bob), invite(bob), invite(bob)])
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect((await sentInto(ada, group)).body).toHaveLength(1)
    expect(await invite(eve)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
  },
)

test('a repeated request is one invitation', async () => {
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

test('a leaving or rejected member’s pending invitations into the group are withdrawn, and no others', async () => {
  const [ada, bob, cem] = [await service.person(), await service.person(), await service.person()]
  const [group, other] = [await service.group(ada), await service.group(ada)]
  for (const member of [bob, cem])
    for (const { inviteCode } of [group, other]) await service.join(member, { inviteCode })
  const ofBob = await byMail(bob, group, anAddress())
  const ofCem = await byMail(cem, group, anAddress())
  const remaining = [await byMail(ada, group, anAddress()), await byMail(bob, other, anAddress())]
  await bob.call('POST', `/api/groups/${group.id}/leave`)
  await ada.call('POST', `/api/groups/${group.id}/reject/${cem.id}`)
  for (const { body } of [ofBob, ofCem]) await invitationEvent(body.id, 'withdrawn')
  expect((await sentInto(ada, group)).body.map(({ id }) => id)).toEqual([remaining[0]?.body.id])
  expect((await sentInto(ada, other)).body.map(({ id }) => id)).toEqual([remaining[1]?.body.id])
})

test('a rejected user joins by a new invitation', async () => {
  const [ada, bob] = [await service.person(), await service.person()]
  const group = await service.group(ada)
  await service.join(bob, group)
  await ada.call('POST', `/api/groups/${group.id}/reject/${bob.id}`)
  expect(await service.join(bob, group)).toMatchObject({ status: 403, body: { code: 'INVITE_ONLY' } })
  expect(await answer(bob, (await byUser(ada, group, bob)).body, 'accepted')).toMatchObject({ status: 200 })
})

test('a renamed group publishes its invitations again, and a deleted one withdraws them', async () => {
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

test('a deleted account removes the invitations it sent and received', async () => {
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

test('an inviter without a name is shown by their verified address', async () => {
  const nameless = { username: null, firstName: null, lastName: null }
  const [ada, bob] = [await service.person(nameless, { verifiedEmail: 'ada@tips.test' }), await service.person()]
  const group = await privateGroup(ada)
  await byUser(ada, group, bob)
  expect(await own(bob)).toMatchObject([{ inviterName: '', inviterEmail: 'ada@tips.test' }])
})
