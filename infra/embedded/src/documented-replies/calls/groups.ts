import type { Group, Invitation } from '@purple-sector/contracts/groups/http'
import { CATEGORY, type Scene } from '../scene.ts'

/** Calls groups, memberships and invitations. */
export const groupsCalls = async ({
  visitor,
  ann,
  bob,
  weekend,
  other,
  cars,
  group,
  newcomer,
}: Scene): Promise<void> => {
  const fan = ann.call
  const of = { params: { id: group.id } }
  await fan('GET /api/groups')
  await fan('GET /api/groups/overview')
  await fan('GET /api/groups/memberships')
  await fan('GET /api/groups/user/{weekendId}', { params: { weekendId: weekend.id } })
  await fan('GET /api/groups/{id}', of)
  await fan('GET /api/groups/{id}/races', of)
  await fan('GET /api/groups/{id}/members', of)
  await fan('PATCH /api/groups/{id}', { ...of, body: { description: 'Everybody of the pit lane' } })
  await bob.call('PATCH /api/groups/{id}', { ...of, body: { description: 'Mine' }, status: 403 })
  const { inviteCode } = group
  await visitor('GET /api/groups/preview/{inviteCode}', { params: { inviteCode } })
  await visitor('GET /api/groups/preview/{inviteCode}', { params: { inviteCode: 'none' }, status: 404 })
  await bob.call('POST /api/groups/join/{inviteCode}', { params: { inviteCode }, status: 409 })
  await bob.call('POST /api/groups/join/{inviteCode}', { params: { inviteCode: 'none' }, status: 404 })

  const own = await fan<Group>('POST /api/groups', {
    body: { name: 'Marshals', weekendId: weekend.id, isPrivate: true },
  })
  const at = { params: { id: own.id } }
  // Each waits briefly, because the event of the entity it names could be delayed.
  const unknown = Promise.all([
    fan('POST /api/groups', { body: { name: 'Nowhere', weekendId: 2_147_483_000 }, status: 404 }),
    fan('PATCH /api/groups/{id}', { ...of, body: { weekendId: 2_147_483_000 }, status: 404 }),
    fan('POST /api/groups/{id}/invite-user', { ...of, body: { userId: 'nobody' }, status: 404 }),
  ])
  await bob.call('GET /api/groups/{id}', { ...at, status: 404 })
  await bob.call('POST /api/groups/join/{inviteCode}', { params: { inviteCode: own.inviteCode }, status: 403 })
  const byMail = await fan<Invitation>('POST /api/groups/{id}/invite', {
    ...at,
    body: { inviteeEmail: 'guest@example.org' },
  })
  await fan('POST /api/groups/{id}/invite', { ...at, body: { inviteeEmail: 'guest@example.org' }, status: 409 })
  await fan('GET /api/groups/{id}/invitations', at)
  const withdrawing = { params: { id: own.id, invitationId: byMail.id } }
  await fan('DELETE /api/groups/{id}/invitations/{invitationId}', { ...withdrawing, status: 204 })
  await fan('DELETE /api/groups/{id}/invitations/{invitationId}', {
    params: { id: own.id, invitationId: 2_147_483_000 },
    status: 404,
  })
  const invite = { ...at, body: { userId: bob.user.id } }
  const invitation = await fan<Invitation>('POST /api/groups/{id}/invite-user', invite)
  await bob.call('GET /api/invitations')
  const answering = { params: { id: invitation.id } }
  await bob.call('PATCH /api/invitations/{id}', { ...answering, body: { status: 'accepted' } })
  await bob.call('PATCH /api/invitations/{id}', { ...answering, body: { status: 'declined' }, status: 409 })
  await bob.call('PATCH /api/invitations/{id}', {
    params: { id: 2_147_483_000 },
    body: { status: 'declined' },
    status: 404,
  })
  await fan('DELETE /api/groups/{id}/invitations/{invitationId}', {
    params: { id: own.id, invitationId: invitation.id },
    status: 409,
  })
  const withBob = { params: { id: own.id, userId: bob.user.id } }
  await fan('POST /api/groups/{id}/approve/{userId}', withBob)
  const stranger = { params: { id: own.id, userId: 'nobody' }, status: 404 }
  await fan('POST /api/groups/{id}/approve/{userId}', stranger)
  await fan('POST /api/groups/{id}/reject/{userId}', stranger)
  await fan('POST /api/groups/{id}/reject/{userId}', { params: { id: own.id, userId: ann.user.id }, status: 409 })
  const tip = { weekendId: weekend.id, category: CATEGORY, carId: cars[0]?.id, groupId: own.id, tipSource: 'group' }
  await fan('POST /api/tips', { body: tip })
  await fan('PATCH /api/groups/{id}', { ...at, body: { weekendId: other.id }, status: 409 })
  await bob.call('POST /api/groups/{id}/leave', { ...at, status: 204 })
  await bob.call('POST /api/groups/{id}/leave', { ...at, status: 404 })
  await fan('POST /api/groups/{id}/leave', { ...at, status: 409 })
  const open = await fan<Group>('POST /api/groups', { body: { name: 'Gravel', weekendId: weekend.id } })
  const unwanted = await newcomer()
  await unwanted.call('POST /api/groups/join/{inviteCode}', { params: { inviteCode: open.inviteCode } })
  const rejecting = { params: { id: open.id, userId: unwanted.user.id } }
  await fan('POST /api/groups/{id}/reject/{userId}', { ...rejecting, status: 204 })
  await fan('DELETE /api/groups/{id}', { params: { id: open.id }, status: 204 })
  await fan('GET /api/groups/{id}', { params: { id: open.id }, status: 404 })
  await unknown
}
