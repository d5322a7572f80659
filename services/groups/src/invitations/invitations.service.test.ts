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
const newAddress = () => `Fan${++addresses}@Fans.test`

const inviteUser = (person: Person, { id }: Group, invitee: Person | string) =>
  person.call<Invitation>('POST', `/api/groups/${id}/invite-user`, {
    userId: typeof invitee === 'string' ? invitee : invitee.id,
  })
const inviteAddress = (person: Person, { id }: Group, inviteeEmail: string) =>
  person.call<Invitation>('POST', `/api/groups/${id}/invite`, { inviteeEmail })
const listOwnInvitations = async (person: Person) => (await person.call<Invitation[]>('GET', '/api/invitations')).body
const listGroupInvitations = (person: Person, { id }: Group) =>
  person.call<Invitation[]>('GET', `/api/groups/${id}/invitations`)
const answerInvitation = (person: Person, { id }: Pick<Invitation, 'id'>, status: string) =>
  person.call<Invitation>('PATCH', `/api/invitations/${id}`, { status })
const withdrawInvitation = (person: Person, group: Group, { id }: Pick<Invitation, 'id'>) =>
  person.call('DELETE', `/api/groups/${group.id}/invitations/${id}`)
const nextInvitationEvent = (id: number, status: string) =>
  service.probe.next(invitationChanged, (data) => data.id === id && data.status === status)

const createPrivateGroup = async (founder: Person, overrides: object = {}) =>
  service.createGroup(founder, { weekendId: (await service.createWeekend()).id, isPrivate: true, ...overrides })
/** Publishes a verified address; the invitations to it are assigned when this resolves. */
const verifyAddress = async ({ caller, id }: Person, verifiedEmail: string) => {
  const { username, firstName, lastName } = caller
  await service.publishEvent(userChanged, aUser({ id, username, firstName, lastName, verifiedEmail }))
  await expect
    .poll(async () => (await service.database('users').where({ id }).first())?.verified_email, { timeout: 30_000 })
    .toBe(verifiedEmail)
}
const waitUntilDeleted = ({ id }: Person) =>
  expect.poll(async () => (await service.database('users').where({ id })).length, { timeout: 30_000 }).toBe(0)

describe('an invitation by name', () => {
  test('contains the inviter and the group, and makes the invitee a member when accepted', async () => {
    const [ada, bob] = [
      await service.createPerson({ username: 'ada' }),
      await service.createPerson({ username: 'bob' }),
    ]
    const group = await createPrivateGroup(ada, { name: 'Pit Wall', description: 'Us' })
    const { status, body } = await inviteUser(ada, group, bob)
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
    expect(await listOwnInvitations(bob)).toEqual([invitation])
    expect((await nextInvitationEvent(body.id, 'pending')).data).toMatchObject({ inviteeId: bob.id, inviterId: ada.id })

    expect(await answerInvitation(bob, body, 'accepted')).toMatchObject({ status: 200, body: { status: 'accepted' } })
    expect(await listOwnInvitations(bob)).toEqual([])
    expect((await ada.call('GET', `/api/groups/${group.id}`)).body).toMatchObject({ memberCount: 2, pendingCount: 1 })
    expect((await nextInvitationEvent(body.id, 'accepted')).data).toMatchObject({ inviteeId: bob.id })
    expect(service.pushedToTipping().at(-1)).toMatchObject({ memberships: [{ data: { userId: bob.id } }] })
  })

  test('can be declined repeatedly, and then rejects another answer', async () => {
    const [ada, bob] = [await service.createPerson(), await service.createPerson()]
    const group = await createPrivateGroup(ada)
    const { body } = await inviteUser(ada, group, bob)
    for (let time = 0; time < 2; time++)
      expect(await answerInvitation(bob, body, 'declined')).toMatchObject({ status: 200, body: { status: 'declined' } })
    expect(await answerInvitation(bob, body, 'accepted')).toMatchObject({
      status: 409,
      body: { code: 'INVITATION_ANSWERED' },
    })
    expect(await service.join(bob, group)).toMatchObject({ status: 403, body: { code: 'INVITE_ONLY' } })
    expect(await inviteUser(ada, group, bob)).toMatchObject({ status: 201 })
    expect(await service.join(bob, group)).toMatchObject({ status: 200 })
    expect(await listOwnInvitations(bob)).toEqual([])
  })

  test('approves the new member if the group approves automatically', async () => {
    const [ada, bob] = [await service.createPerson(), await service.createPerson()]
    const group = await createPrivateGroup(ada, { autoApproveInvites: true })
    await answerInvitation(bob, (await inviteUser(ada, group, bob)).body, 'accepted')
    expect((await bob.call('GET', `/api/groups/${group.id}`)).body).toMatchObject({ approvalStatus: 'approved' })
  })

  test('can be answered by its invitee only', async () => {
    const [ada, bob, eve] = [await service.createPerson(), await service.createPerson(), await service.createPerson()]
    const { body } = await inviteUser(ada, await createPrivateGroup(ada), bob)
    for (const stranger of [eve, ada])
      expect(await answerInvitation(stranger, body, 'accepted')).toMatchObject({
        status: 404,
        body: { code: 'INVITATION_NOT_FOUND' },
      })
    expect(await answerInvitation(bob, { id: 2_147_483_000 }, 'declined')).toMatchObject({ status: 404 })
    expect(await answerInvitation(bob, body, 'withdrawn')).toMatchObject({ status: 400 })
  })

  test('is accepted by joining by the group’s link', async () => {
    const [ada, bob] = [await service.createPerson(), await service.createPerson()]
    const group = await createPrivateGroup(ada)
    const { body } = await inviteUser(ada, group, bob)
    expect(await service.join(bob, group)).toMatchObject({ status: 200 })
    expect(await answerInvitation(bob, body, 'accepted')).toMatchObject({ status: 200, body: { status: 'accepted' } })
    await nextInvitationEvent(body.id, 'accepted')
  })

  test('is rejected for an unknown user, a member and a user with a pending invitation', async () => {
    const [ada, bob] = [await service.createPerson(), await service.createPerson()]
    const group = await createPrivateGroup(ada)
    expect(await inviteUser(ada, group, 'nobody')).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
    expect(await inviteUser(ada, group, ada)).toMatchObject({ status: 409, body: { code: 'ALREADY_MEMBER' } })
    await inviteUser(ada, group, bob)
    expect(await inviteUser(ada, group, bob)).toMatchObject({ status: 409, body: { code: 'ALREADY_INVITED' } })
  })

  test('can be sent by members only', async () => {
    const [ada, bob, cem] = [await service.createPerson(), await service.createPerson(), await service.createPerson()]
    const group = await service.createGroup(ada)
    expect(await inviteUser(bob, group, cem)).toMatchObject({ status: 404, body: { code: 'GROUP_NOT_FOUND' } })
    await service.join(bob, group)
    expect(await inviteUser(bob, group, cem)).toMatchObject({ status: 201 })
  })
})

describe('an invitation by address', () => {
  test('sends a mail with a link, and is assigned when the address is verified', async () => {
    const [ada, bob] = [await service.createPerson({ username: 'ada' }), await service.createPerson()]
    const group = await createPrivateGroup(ada, { name: 'Pit Wall' })
    const address = newAddress()
    const { status, body } = await inviteAddress(ada, group, address)
    expect(status).toBe(201)
    expect(body).toMatchObject({ inviteeEmail: address, inviteeName: null, status: 'pending' })
    await expect.poll(() => service.mailsTo(address), { timeout: 30_000 }).toHaveLength(1)
    const [mail = ''] = await service.mailsTo(address)
    expect(mail).toContain('Subject: ada invites you to Pit Wall\n')
    expect(mail).toContain(`\nhttps://tips.test/groups/join/${group.inviteCode}\n`)

    expect(await service.join(bob, group)).toMatchObject({ status: 403, body: { code: 'INVITE_ONLY' } })
    await verifyAddress(bob, address.toLowerCase())
    expect((await nextInvitationEvent(body.id, 'pending')).data).toMatchObject({ inviteeId: null })
    expect((await service.probe.next(invitationChanged, (data) => data.inviteeId === bob.id)).data.id).toBe(body.id)
    expect(await listOwnInvitations(bob)).toMatchObject([{ id: body.id, inviteeEmail: address }])
    expect(await service.join(bob, group)).toMatchObject({ status: 200 })
    await nextInvitationEvent(body.id, 'accepted')
  })

  test('is assigned at once to the owner of a verified address, without revealing them to the inviter', async () => {
    const [ada, bob] = [await service.createPerson(), await service.createPerson({ username: 'bob' })]
    const group = await createPrivateGroup(ada)
    const address = newAddress()
    await verifyAddress(bob, address)
    const inviteReply = await inviteAddress(ada, group, address.toUpperCase())
    expect(inviteReply).toMatchObject({ status: 201, body: { inviteeName: null } })
    expect((await listGroupInvitations(ada, group)).body).toMatchObject([
      { inviteeName: null, inviteeEmail: address.toUpperCase() },
    ])
    expect(await listOwnInvitations(bob)).toMatchObject([{ inviteeName: 'bob' }])
  })

  test('is rejected for a user or an address with a pending invitation, ignoring case', async () => {
    const [ada, bob] = [await service.createPerson(), await service.createPerson()]
    const group = await createPrivateGroup(ada)
    const [address, otherAddress] = [newAddress(), newAddress()]
    await verifyAddress(bob, address)
    await inviteUser(ada, group, bob)
    expect(await inviteAddress(ada, group, address.toLowerCase())).toMatchObject({ body: { code: 'ALREADY_INVITED' } })
    expect(await inviteAddress(ada, group, otherAddress)).toMatchObject({ status: 201 })
    expect(await inviteAddress(ada, group, otherAddress.toUpperCase())).toMatchObject({
      body: { code: 'ALREADY_INVITED' },
    })
    await service.join(bob, group)
    expect(await inviteAddress(ada, group, address)).toMatchObject({ status: 409, body: { code: 'ALREADY_MEMBER' } })
  })

  test('is withdrawn for a user who was also invited by name', async () => {
    const [ada, bob, cem] = [await service.createPerson(), await service.createPerson(), await service.createPerson()]
    const group = await service.createGroup(ada)
    const [bobsAddress, cemsAddress] = [newAddress(), newAddress()]
    const [mailedInvitation, namedInvitation] = [
      await inviteAddress(ada, group, bobsAddress),
      await inviteUser(ada, group, bob),
    ]
    const joinedInvitation = await inviteAddress(ada, group, cemsAddress)
    await service.join(cem, group)
    await verifyAddress(bob, bobsAddress)
    await verifyAddress(cem, cemsAddress)
    await nextInvitationEvent(mailedInvitation.body.id, 'withdrawn')
    expect((await nextInvitationEvent(joinedInvitation.body.id, 'accepted')).data).toMatchObject({ inviteeId: cem.id })
    expect(await listOwnInvitations(bob)).toMatchObject([{ id: namedInvitation.body.id }])
  })

  test('is withdrawn when it is claimed if it is older than a rejection', async () => {
    const [ada, bob] = [await service.createPerson(), await service.createPerson()]
    const group = await service.createGroup(ada)
    const [older, newer] = [newAddress(), newAddress()]
    const { body } = await inviteAddress(ada, group, older)
    await service.join(bob, group)
    await ada.call('POST', `/api/groups/${group.id}/reject/${bob.id}`)
    const { body: newInvitation } = await inviteAddress(ada, group, newer)
    await verifyAddress(bob, older)
    expect((await nextInvitationEvent(body.id, 'withdrawn')).data).toMatchObject({ inviteeId: bob.id })
    expect(await service.join(bob, group)).toMatchObject({ status: 403, body: { code: 'INVITE_ONLY' } })
    await verifyAddress(bob, newer)
    expect(await listOwnInvitations(bob)).toMatchObject([{ id: newInvitation.id }])
    expect(await service.join(bob, group)).toMatchObject({ status: 200 })
  })

  test('is rejected for an invalid address', async () => {
    const ada = await service.createPerson()
    const group = await createPrivateGroup(ada)
    for (const address of ['', 'bob', 'a@b,c@d.test', 'a@b.test\nBcc: x@y.test'])
      expect([address, (await inviteAddress(ada, group, address)).status]).toEqual([address, 400])
  })

  test('sends at most ten mails a day to an address, from all inviters together', async () => {
    const address = newAddress()
    for (let time = 0; time < 12; time++) {
      const ada = await service.createPerson()
      expect(await inviteAddress(ada, await createPrivateGroup(ada), address)).toMatchObject({ status: 201 })
    }
    await expect.poll(() => service.database('mails'), { timeout: 30_000 }).toEqual([])
    expect(await service.mailsTo(address)).toHaveLength(10)
  })

  test('sends its mail after many rejected invitations to the address', async () => {
    const [address, ada, stranger] = [newAddress(), await service.createPerson(), await service.createPerson()]
    const group = await createPrivateGroup(ada)
    expect(await inviteAddress(ada, group, address)).toMatchObject({ status: 201 })
    for (let time = 0; time < 6; time++) {
      expect(await inviteAddress(ada, group, address)).toMatchObject({ status: 409, body: { code: 'ALREADY_INVITED' } })
      expect(await inviteAddress(stranger, group, address)).toMatchObject({ status: 404 })
    }
    expect(await inviteAddress(ada, await createPrivateGroup(ada), address)).toMatchObject({ status: 201 })
    await expect.poll(() => service.database('mails'), { timeout: 30_000 }).toEqual([])
    expect(await service.mailsTo(address)).toHaveLength(2)
  })

  test('sends at most ten mails a day to a mailbox, with all variants of its address', async () => {
    const [name, domain] = newAddress().split('@')
    const ada = await service.createPerson()
    const group = await createPrivateGroup(ada)
    const addresses = Array.from({ length: 12 }, (_, nth) => `${name}+${nth}@${domain}`)
    for (const address of addresses) expect(await inviteAddress(ada, group, address)).toMatchObject({ status: 201 })
    await expect.poll(() => service.database('mails'), { timeout: 30_000 }).toEqual([])
    const mails = await Promise.all(addresses.map((address) => service.mailsTo(address)))
    expect(mails.flat()).toHaveLength(10)
  })
})

describe('withdrawing an invitation', () => {
  test('is allowed to its inviter and to the group’s admin, who can list the invitations that they may withdraw', async () => {
    const [ada, bob, cem, dan] = [
      await service.createPerson(),
      await service.createPerson(),
      await service.createPerson(),
      await service.createPerson(),
    ]
    const group = await service.createGroup(ada)
    for (const member of [bob, cem]) await service.join(member, group)
    const [first, second] = [
      (await inviteUser(bob, group, dan)).body,
      (await inviteAddress(ada, group, newAddress())).body,
    ]
    expect((await listGroupInvitations(bob, group)).body.map(({ id }) => id)).toEqual([first.id])
    expect((await listGroupInvitations(ada, group)).body.map(({ id }) => id)).toEqual([second.id, first.id])
    expect((await listGroupInvitations(cem, group)).body).toEqual([])
    expect(await listGroupInvitations(dan, group)).toMatchObject({ status: 404, body: { code: 'GROUP_NOT_FOUND' } })

    expect(await withdrawInvitation(cem, group, first)).toMatchObject({
      status: 403,
      body: { code: 'NOT_GROUP_ADMIN' },
    })
    expect(await withdrawInvitation(dan, group, first)).toMatchObject({ status: 404 })
    expect(await withdrawInvitation(bob, group, { id: 2_147_483_000 })).toMatchObject({ status: 404 })
    for (let time = 0; time < 2; time++) expect((await withdrawInvitation(bob, group, first)).status).toBe(204)
    expect((await withdrawInvitation(ada, group, second)).status).toBe(204)
    expect((await nextInvitationEvent(first.id, 'withdrawn')).data).toMatchObject({ inviteeId: dan.id })
    expect((await listGroupInvitations(ada, group)).body).toEqual([])
  })

  test('prevents joining by it, and is rejected after an answer', async () => {
    const [ada, bob, cem] = [await service.createPerson(), await service.createPerson(), await service.createPerson()]
    const group = await createPrivateGroup(ada)
    const [bobsAddress, cemsAddress] = [
      (await inviteUser(ada, group, bob)).body,
      (await inviteUser(ada, group, cem)).body,
    ]
    await withdrawInvitation(ada, group, bobsAddress)
    expect(await listOwnInvitations(bob)).toEqual([])
    expect(await service.join(bob, group)).toMatchObject({ status: 403, body: { code: 'INVITE_ONLY' } })
    expect(await answerInvitation(bob, bobsAddress, 'accepted')).toMatchObject({
      status: 409,
      body: { code: 'INVITATION_ANSWERED' },
    })
    await answerInvitation(cem, cemsAddress, 'accepted')
    expect(await withdrawInvitation(ada, group, cemsAddress)).toMatchObject({
      status: 409,
      body: { code: 'INVITATION_ANSWERED' },
    })
  })
})

describe('concurrent invitations', () => {
  test('invite one user once, by name and by address', async () => {
    const [ada, bob] = [await service.createPerson(), await service.createPerson()]
    const address = newAddress()
    await verifyAddress(bob, address)
    const group = await createPrivateGroup(ada)
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        turn % 2 ? inviteUser(ada, group, bob) : inviteAddress(ada, group, turn % 4 ? address : address.toUpperCase()),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(11).fill(409)])
    expect(await listOwnInvitations(bob)).toHaveLength(1)
  })

  test('create one membership when one is accepted by concurrent requests', async () => {
    const [ada, bob] = [await service.createPerson(), await service.createPerson()]
    const group = await createPrivateGroup(ada)
    const { body } = await inviteUser(ada, group, bob)
    const replies = await Promise.all(Array.from({ length: 8 }, () => answerInvitation(bob, body, 'accepted')))
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await ada.call('GET', `/api/groups/${group.id}`)).body).toMatchObject({ memberCount: 2 })
  })

  test('are either accepted or withdrawn, never both', async () => {
    const ada = await service.createPerson()
    const group = await createPrivateGroup(ada)
    for (let round = 0; round < 5; round++) {
      const bob = await service.createPerson()
      const { body } = await inviteUser(ada, group, bob)
      const [acceptReply, withdrawReply] = await Promise.all([
        answerInvitation(bob, body, 'accepted'),
        withdrawInvitation(ada, group, body),
      ])
      expect([acceptReply.status, withdrawReply.status].toSorted()).toEqual(
        acceptReply.status === 200 ? [200, 409] : [204, 409],
      )
      expect((await bob.call('GET', `/api/groups/${group.id}`)).status).toBe(acceptReply.status === 200 ? 200 : 404)
    }
  })

  test('to an address are assigned to the user who verifies it concurrently', async () => {
    const ada = await service.createPerson()
    const group = await createPrivateGroup(ada)
    for (let round = 0; round < 5; round++) {
      const [bob, address] = [await service.createPerson(), newAddress()]
      await Promise.all([inviteAddress(ada, group, address), verifyAddress(bob, address)])
      await expect.poll(() => listOwnInvitations(bob), { timeout: 30_000 }).toHaveLength(1)
    }
  })
})

describe('the deletion of an account concurrent with the verification of an address that it invited', () => {
  /** The creator invites an address into another user's group first, then into one of their own. */
  const inviteAddressTwice = async () => {
    const [ada, founder, bob] = [
      await service.createPerson(),
      await service.createPerson(),
      await service.createPerson(),
    ]
    const [otherGroup, listOwnInvitations] = [await service.createGroup(ada), await service.createGroup(founder)]
    await service.join(founder, otherGroup)
    const address = newAddress()
    const first = (await inviteAddress(founder, otherGroup, address)).body
    const second = (await inviteAddress(founder, listOwnInvitations, address)).body
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

  test.each(['deleted', 'verified'] as const)('does not deadlock: first %s', async (firstEvent) => {
    const { first, second, states } = await inviteAddressTwice()
    const blocker = await service.database.transaction()
    await blocker('invitations').where({ id: second.id }).forUpdate()
    const firstUpdate = applyUser(states[firstEvent])
    await expect.poll(countLockWaiters, { timeout: 30_000 }).toBe(1)
    const secondUpdate = applyUser(states[firstEvent === 'deleted' ? 'verified' : 'deleted'])
    await expect.poll(countLockWaiters, { timeout: 30_000 }).toBe(2)
    await blocker.commit()
    await Promise.all([firstUpdate, secondUpdate])
    // An unclaimed address is removed with its inviter.
    const expectedStatus = firstEvent === 'deleted' ? undefined : 'withdrawn'
    expect([await statusOf(first), await statusOf(second)]).toEqual([expectedStatus, undefined])
  })

  test('does not deadlock in repeated concurrent runs', async () => {
    for (let round = 0; round < 8; round++) {
      const { first, second, states } = await inviteAddressTwice()
      await Promise.all([applyUser(states.deleted), applyUser(states.verified)])
      expect(['withdrawn', undefined]).toContain(await statusOf(first))
      expect(await statusOf(second)).toBeUndefined()
    }
  })
})

test('invitations are limited to fifty an hour, including rejected ones, with the time of the next in Retry-After', async () => {
  const [ada, bob] = [await service.createPerson(), await service.createPerson()]
  const group = await createPrivateGroup(ada)
  const replies = await Promise.all(Array.from({ length: 52 }, () => inviteUser(ada, group, bob)))
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(2)
  const rejection = await inviteAddress(ada, group, newAddress())
  expect(rejection).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  expect(Number(rejection.headers['retry-after'])).toBeGreaterThan(3_500)
  expect(Number(rejection.headers['retry-after'])).toBeLessThanOrEqual(3_600)
  await service.database.raw(
    `update invitations_sent set times = array(select at - interval '61 minutes' from unnest(times) at) where user_id = ?`,
    [ada.id],
  )
  expect(await inviteAddress(ada, group, newAddress())).toMatchObject({ status: 201 })
  const { times } = await service.database('invitations_sent').where({ user_id: ada.id }).first()
  expect(times).toHaveLength(1)
})

test('sixty concurrent invitations by one user are limited to fifty', async () => {
  const ada = await service.createPerson()
  const group = await createPrivateGroup(ada)
  const replies = await Promise.all(Array.from({ length: 60 }, () => inviteAddress(ada, group, newAddress())))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(50).fill(201), ...Array(10).fill(429)])
  expect((await listGroupInvitations(ada, group)).body).toHaveLength(50)
})

test.each(['invite', 'invite-user'])(
  'concurrent equal requests create one invitation, and another body is rejected: %s',
  async (route) => {
    const [ada, bob, eve] = [await service.createPerson(), await service.createPerson(), await service.createPerson()]
    const group = await createPrivateGroup(ada)
    const bodyFor = (invitee: Person) =>
      route === 'invite' ? { inviteeEmail: `${invitee.id}@fans.test` } : { userId: invitee.id }
    const invite = (invitee: Person) =>
      ada.call<Invitation>('POST', `/api/groups/${group.id}/${route}`, bodyFor(invitee), { 'idempotency-key': 'twins' })
    const replies = await Promise.all([invite(bob), invite(bob), invite(bob)])
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect((await listGroupInvitations(ada, group)).body).toHaveLength(1)
    expect(await invite(eve)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
  },
)

test('a repeated request creates one invitation', async () => {
  const [ada, bob] = [await service.createPerson(), await service.createPerson()]
  const group = await createPrivateGroup(ada)
  const invite = () =>
    service.app.inject({
      method: 'POST',
      url: `/api/groups/${group.id}/invite-user`,
      payload: { userId: bob.id },
      headers: { ...headersOfAda, 'idempotency-key': 'once' },
    })
  const headersOfAda = await service.identityOf(ada.caller)
  const [first, second] = [await invite(), await invite()]
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.json()).toEqual(first.json())
  const { times } = await service.database('invitations_sent').where({ user_id: ada.id }).first()
  expect(times).toHaveLength(1)
})

test('only the pending invitations that a leaving or rejected member sent into the group are withdrawn', async () => {
  const [ada, bob, cem] = [await service.createPerson(), await service.createPerson(), await service.createPerson()]
  const [group, otherAddress] = [await service.createGroup(ada), await service.createGroup(ada)]
  for (const member of [bob, cem])
    for (const { inviteCode } of [group, otherAddress]) await service.join(member, { inviteCode })
  const bobsInvitation = await inviteAddress(bob, group, newAddress())
  const cemsInvitation = await inviteAddress(cem, group, newAddress())
  const remaining = [
    await inviteAddress(ada, group, newAddress()),
    await inviteAddress(bob, otherAddress, newAddress()),
  ]
  await bob.call('POST', `/api/groups/${group.id}/leave`)
  await ada.call('POST', `/api/groups/${group.id}/reject/${cem.id}`)
  for (const { body } of [bobsInvitation, cemsInvitation]) await nextInvitationEvent(body.id, 'withdrawn')
  expect((await listGroupInvitations(ada, group)).body.map(({ id }) => id)).toEqual([remaining[0]?.body.id])
  expect((await listGroupInvitations(ada, otherAddress)).body.map(({ id }) => id)).toEqual([remaining[1]?.body.id])
})

test('a rejected user joins by a new invitation', async () => {
  const [ada, bob] = [await service.createPerson(), await service.createPerson()]
  const group = await service.createGroup(ada)
  await service.join(bob, group)
  await ada.call('POST', `/api/groups/${group.id}/reject/${bob.id}`)
  expect(await service.join(bob, group)).toMatchObject({ status: 403, body: { code: 'INVITE_ONLY' } })
  expect(await answerInvitation(bob, (await inviteUser(ada, group, bob)).body, 'accepted')).toMatchObject({
    status: 200,
  })
})

test('invitations are published again when the group is renamed, and withdrawn when it is deleted', async () => {
  const [ada, bob] = [await service.createPerson(), await service.createPerson()]
  const group = await createPrivateGroup(ada)
  const { body } = await inviteUser(ada, group, bob)
  await ada.call('PATCH', `/api/groups/${group.id}`, { name: 'Gravel Trap' })
  await service.probe.next(invitationChanged, ({ id, groupName }) => id === body.id && groupName === 'Gravel Trap')
  expect(await listOwnInvitations(bob)).toMatchObject([{ groupName: 'Gravel Trap' }])
  await ada.call('DELETE', `/api/groups/${group.id}`)
  expect((await nextInvitationEvent(body.id, 'withdrawn')).data).toMatchObject({ inviteeId: bob.id })
  expect(await listOwnInvitations(bob)).toEqual([])
  expect(await answerInvitation(bob, body, 'accepted')).toMatchObject({ status: 404 })
  expect(await service.database('invitations').where({ group_id: group.id })).toEqual([])
})

test('a deleted account removes the invitations it sent and received', async () => {
  const [ada, bob, cem] = [await service.createPerson(), await service.createPerson(), await service.createPerson()]
  const group = await service.createGroup(ada)
  await service.join(bob, group)
  const [toCem, fromBob] = [
    (await inviteUser(ada, group, cem)).body,
    (await inviteAddress(bob, group, newAddress())).body,
  ]
  for (const { id } of [bob, cem]) await service.publishEvent(userChanged, aUser({ id, deleted: true }))
  await waitUntilDeleted(bob)
  await waitUntilDeleted(cem)
  await nextInvitationEvent(toCem.id, 'withdrawn')
  await nextInvitationEvent(fromBob.id, 'withdrawn')
  expect(await service.database('invitations').whereIn('id', [toCem.id, fromBob.id])).toEqual([])
  expect(await service.database('invitations_sent').where({ user_id: bob.id })).toEqual([])
  expect(await inviteUser(ada, group, cem)).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
})

test('an inviter without a name is shown by their verified address', async () => {
  const nameless = { username: null, firstName: null, lastName: null }
  const [ada, bob] = [
    await service.createPerson(nameless, { verifiedEmail: 'ada@tips.test' }),
    await service.createPerson(),
  ]
  const group = await createPrivateGroup(ada)
  await inviteUser(ada, group, bob)
  expect(await listOwnInvitations(bob)).toMatchObject([{ inviterName: '', inviterEmail: 'ada@tips.test' }])
})
