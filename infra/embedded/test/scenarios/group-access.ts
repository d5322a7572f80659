import type { Group, Invitation } from '@purple-sector/contracts/groups/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { Person } from '@purple-sector/testing/group-weekend/person'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ProductProcess } from '../product-process.ts'
import { register, signInAsAdministrator } from '../sign-in.ts'

/** Roles of callers: signed in; approved or pending member; group admin. */
type Audience = 'anybody' | 'members' | 'group admin'

type Call = { name: string; audience: Audience; body?: object }

/** Every call of groups, by its name in the OpenAPI document. */
const calls: readonly Call[] = [
  { name: 'GET /api/groups', audience: 'anybody' },
  { name: 'GET /api/groups/overview', audience: 'anybody' },
  { name: 'GET /api/groups/memberships', audience: 'anybody' },
  { name: 'GET /api/groups/user/{weekendId}', audience: 'anybody' },
  { name: 'GET /api/groups/leaderboards/{weekendId}', audience: 'anybody' },
  { name: 'GET /api/weekends/{id}/picks', audience: 'anybody' },
  { name: 'GET /api/groups/preview/{inviteCode}', audience: 'anybody' },
  { name: 'GET /api/invitations', audience: 'anybody' },
  { name: 'POST /api/groups', audience: 'anybody', body: { name: 'Another', weekendId: 'its weekend' } },
  { name: 'GET /api/groups/{id}', audience: 'members' },
  { name: 'GET /api/groups/{id}/races', audience: 'members' },
  { name: 'GET /api/groups/{id}/members', audience: 'members' },
  { name: 'PATCH /api/groups/{id}/members/me', audience: 'members', body: { usesOpenTips: false } },
  { name: 'GET /api/groups/{id}/invitations', audience: 'members' },
  { name: 'GET /api/groups/{id}/leaderboard/{weekendId}', audience: 'members' },
  { name: 'GET /api/groups/{id}/chances/{weekendId}', audience: 'members' },
  { name: 'GET /api/groups/{id}/race-progress', audience: 'members' },
  { name: 'GET /api/groups/{id}/category-standings', audience: 'members' },
  { name: 'GET /api/groups/{id}/picks', audience: 'members' },
  { name: 'GET /api/groups/{id}/chat', audience: 'members' },
  { name: 'POST /api/groups/{id}/chat', audience: 'members', body: { message: 'Lights out' } },
  { name: 'GET /api/groups/{id}/chat/room', audience: 'members' },
  { name: 'PUT /api/groups/{id}/chat/read', audience: 'members', body: { messageId: 1 } },
  { name: 'POST /api/groups/{id}/invite', audience: 'members', body: { inviteeEmail: 'an address' } },
  { name: 'POST /api/groups/{id}/invite-user', audience: 'members', body: { userId: 'somebody' } },
  { name: 'GET /api/groups/{id}/untipped/{weekendId}', audience: 'group admin' },
  { name: 'POST /api/groups/{id}/untipped/{weekendId}/nudge', audience: 'group admin' },
  { name: 'PATCH /api/groups/{id}', audience: 'group admin', body: { description: 'A group' } },
  { name: 'GET /api/groups/{id}/chat/deletions', audience: 'group admin' },
  { name: 'POST /api/groups/{id}/approve/{userId}', audience: 'group admin' },
  { name: 'DELETE /api/groups/{id}/invitations/{invitationId}', audience: 'group admin' },
  { name: 'POST /api/groups/{id}/reject/{userId}', audience: 'group admin' },
  { name: 'DELETE /api/groups/{id}', audience: 'group admin' },
]
/** Calls whose access depends on more than the role: invitations, the founder, a message's author, a season group. */
const otherCalls = [
  'POST /api/groups/join/{inviteCode}',
  'POST /api/groups/{id}/leave',
  'PATCH /api/invitations/{id}',
  'DELETE /api/groups/{id}/chat/{messageId}',
  'GET /api/groups/{id}/season',
  'GET /api/groups/{id}/season/me',
  'GET /api/groups/{id}/season/chances',
]

const isOfGroups = (path: string): boolean =>
  /^\/api\/(groups|invitations)(\/|$)/.test(path) || path === '/api/weekends/{id}/picks'

export const groupAccess = (getProduct: () => ProductProcess): void => {
  describe('access to a private group', () => {
    let product: ProductProcess
    let weekend: Weekend
    let group: Group
    const users: Record<string, Person> = {}
    const [outsiders, insiders] = [
      ['user', 'other user', 'administrator'],
      ['pending member', 'member', 'group admin'],
    ]
    /** A member who waits for approval, and a pending invitation. */
    let applicant: Person
    let pendingInvitation: Awaited<ReturnType<typeof inviteNewUser>>
    let lastNumber = 0

    const registerUser = () => register(product, `fan${++lastNumber}`)
    const userOf = (role: string): Person => {
      const found = users[role]
      if (!found) throw new Error(`There is no ${role}`)
      return found
    }
    /** Creates a user whom the group's admin has invited. */
    const inviteNewUser = async () => {
      const invitee = await registerUser()
      const invitation = await userOf('group admin').post<Invitation>(`/api/groups/${group.id}/invite-user`, {
        userId: invitee.userId,
      })
      return { invitee, invitation }
    }
    const pendingMember = async () => {
      const { invitee, invitation } = await inviteNewUser()
      await invitee.send('PATCH', `/api/invitations/${invitation.id}`, { status: 'accepted' })
      return invitee
    }

    beforeAll(async () => {
      product = getProduct()
      users.administrator = await signInAsAdministrator(product)
      const day = new Date().toISOString().slice(0, 10)
      weekend = await userOf('administrator').post<Weekend>('/api/admin/weekends', {
        name: 'Round 1',
        startDate: day,
        endDate: day,
      })
      for (const role of ['user', 'other user', 'group admin']) users[role] = await registerUser()
      const body = { name: 'Pit Crew', weekendId: weekend.id, isPrivate: true }
      group = await userOf('group admin').post<Group>('/api/groups', body)
      // The other user has a group of their own.
      await userOf('other user').post<Group>('/api/groups', { ...body, name: 'Marshals' })
      for (const role of ['pending member', 'member']) users[role] = await pendingMember()
      await userOf('group admin').post(`/api/groups/${group.id}/approve/${userOf('member').userId}`)
      applicant = await pendingMember()
      pendingInvitation = await inviteNewUser()
    }, 180_000)

    const requestOf = async ({ name, body }: Call) => {
      const [method = '', path = ''] = name.split(' ')
      const values: Record<string, string | number> = {
        id: path.startsWith('/api/weekends') ? weekend.id : group.id,
        weekendId: weekend.id,
        inviteCode: group.inviteCode,
        userId: applicant.userId,
        invitationId: pendingInvitation.invitation.id,
      }
      const filled = body && {
        ...body,
        ...('weekendId' in body && { weekendId: weekend.id }),
        ...('inviteeEmail' in body && { inviteeEmail: `guest${++lastNumber}@example.org` }),
        ...('userId' in body && { userId: (await registerUser()).userId }),
      }
      return { method, path: path.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key])), body: filled }
    }
    const statusOf = async (role: string, call: Call): Promise<number> => {
      const { method, path, body } = await requestOf(call)
      return (await userOf(role).call(method, path, body)).status
    }
    /** Returns the replies to each role that differ from the expected ones. */
    const unexpectedReplies = async (
      roles: readonly string[],
      checkedCalls: readonly Call[],
      isExpected: (status: number) => boolean,
    ) => {
      const found: string[] = []
      for (const role of roles)
        for (const call of checkedCalls) {
          const status = await statusOf(role, call)
          if (!isExpected(status)) found.push(`${role}: ${call.name} ${status}`)
        }
      return found
    }
    const callsFor = (...audiences: Audience[]) => calls.filter(({ audience }) => audiences.includes(audience))
    const isGranted = (status: number) => status < 300

    test('covers every call of groups', async () => {
      const document = (await (await fetch(`${product.url}/api/docs/json`)).json()) as { paths: Record<string, object> }
      const operations = Object.entries(document.paths)
        .filter(([path]) => isOfGroups(path))
        .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
      expect([...calls.map(({ name }) => name), ...otherCalls].toSorted()).toEqual(operations.toSorted())
    })

    test('a visitor sees the preview of a group before signing in, and nothing else', async () => {
      const statuses = await Promise.all(
        calls.map(async (call) => {
          const { method, path, body } = await requestOf(call)
          const headers = body && { 'content-type': 'application/json' }
          const reply = await fetch(product.url + path, {
            method,
            ...(body && { headers, body: JSON.stringify(body) }),
          })
          await reply.arrayBuffer()
          return [call.name, reply.status] as const
        }),
      )
      expect(statuses.filter(([, status]) => status !== 401)).toEqual([['GET /api/groups/preview/{inviteCode}', 200]])
    })

    test('a signed-in user has own groups and cannot find other groups', async () => {
      expect(await unexpectedReplies(outsiders, callsFor('anybody'), isGranted)).toEqual([])
      expect(
        await unexpectedReplies(outsiders, callsFor('members', 'group admin'), (status) => status === 404),
      ).toEqual([])
      const code = `/api/groups/join/${group.inviteCode}`
      for (const role of outsiders) {
        expect(await userOf(role).call('POST', code)).toMatchObject({ status: 403, body: { code: 'INVITE_ONLY' } })
        expect((await userOf(role).call('POST', `/api/groups/${group.id}/leave`)).status).toBe(404)
      }
    })

    test('only the invited user can accept or decline an invitation', async () => {
      const path = `/api/invitations/${pendingInvitation.invitation.id}`
      for (const role of [...outsiders, ...insiders])
        expect([role, (await userOf(role).call('PATCH', path, { status: 'accepted' })).status]).toEqual([role, 404])
      const { invitee, invitation } = await inviteNewUser()
      expect((await invitee.call('PATCH', `/api/invitations/${invitation.id}`, { status: 'declined' })).status).toBe(
        200,
      )
    })

    test('members, also pending ones, can read and invite, and get 403 from the admin’s calls', async () => {
      expect(await unexpectedReplies(insiders, callsFor('anybody', 'members'), isGranted)).toEqual([])
      const adminCalls = callsFor('group admin').filter(({ name }) => !name.includes('{invitationId}'))
      expect(await unexpectedReplies(['pending member', 'member'], adminCalls, (status) => status === 403)).toEqual([])
      const withdrawalCalls = callsFor('group admin').filter(({ name }) => name.includes('{invitationId}'))
      expect(
        await unexpectedReplies(
          ['pending member', 'member'],
          withdrawalCalls,
          (status) => status === 403 || status === 404,
        ),
      ).toEqual([])
      for (const role of insiders)
        expect(await userOf(role).call('POST', `/api/groups/join/${group.inviteCode}`)).toMatchObject({
          status: 409,
          body: { code: 'ALREADY_MEMBER' },
        })
    })

    test('the group admin may do everything except leave', async () => {
      const leave = `/api/groups/${group.id}/leave`
      expect(await userOf('group admin').call('POST', leave)).toMatchObject({
        status: 409,
        body: { code: 'CREATOR_CANNOT_LEAVE' },
      })
      expect((await userOf('member').call('POST', leave)).status).toBe(204)
      expect(await unexpectedReplies(['group admin'], callsFor('group admin'), isGranted)).toEqual([])
    })
  })
}
