import type { Group, Invitation } from '@purple-sector/contracts/groups/http'
import { CATEGORY, type Scene } from '../scene.ts'

/** Calls groups, memberships and invitations. */
export const groupsCalls = async ({
  visitor,
  ann,
  bob,
  weekend,
  pastWeekend,
  cars,
  group,
  registerUser,
}: Scene): Promise<void> => {
  const fan = ann.call
  const ofGroup = { params: { id: group.id } }
  await fan('GET /api/groups')
  await fan('GET /api/groups/overview')
  await fan('GET /api/groups/memberships')
  await fan('GET /api/groups/user/{weekendId}', { params: { weekendId: weekend.id } })
  await fan('GET /api/groups/{id}', ofGroup)
  await fan('GET /api/groups/{id}/races', ofGroup)
  await fan('GET /api/groups/{id}/members', ofGroup)
  await fan('PATCH /api/groups/{id}', { ...ofGroup, body: { description: 'Everybody of the pit lane' } })
  await bob.call('PATCH /api/groups/{id}', { ...ofGroup, body: { description: 'Mine' }, status: 403 })
  const { inviteCode } = group
  await visitor('GET /api/groups/preview/{inviteCode}', { params: { inviteCode } })
  await visitor('GET /api/groups/preview/{inviteCode}', { params: { inviteCode: 'none' }, status: 404 })
  await bob.call('POST /api/groups/join/{inviteCode}', { params: { inviteCode }, status: 409 })
  await bob.call('POST /api/groups/join/{inviteCode}', { params: { inviteCode: 'none' }, status: 404 })

  const privateGroup = await fan<Group>('POST /api/groups', {
    body: { name: 'Marshals', weekendId: weekend.id, isPrivate: true },
  })
  const ofPrivateGroup = { params: { id: privateGroup.id } }
  // Each waits briefly, because the event of the entity it names could be delayed.
  const unknownEntityCalls = Promise.all([
    fan('POST /api/groups', { body: { name: 'Nowhere', weekendId: 2_147_483_000 }, status: 404 }),
    fan('PATCH /api/groups/{id}', { ...ofGroup, body: { weekendId: 2_147_483_000 }, status: 404 }),
    fan('POST /api/groups/{id}/invite-user', { ...ofGroup, body: { userId: 'nobody' }, status: 404 }),
  ])
  await bob.call('GET /api/groups/{id}', { ...ofPrivateGroup, status: 404 })
  await bob.call('POST /api/groups/join/{inviteCode}', { params: { inviteCode: privateGroup.inviteCode }, status: 403 })
  const mailInvitation = await fan<Invitation>('POST /api/groups/{id}/invite', {
    ...ofPrivateGroup,
    body: { inviteeEmail: 'guest@example.org' },
  })
  await fan('POST /api/groups/{id}/invite', {
    ...ofPrivateGroup,
    body: { inviteeEmail: 'guest@example.org' },
    status: 409,
  })
  await fan('GET /api/groups/{id}/invitations', ofPrivateGroup)
  const ofMailInvitation = { params: { id: privateGroup.id, invitationId: mailInvitation.id } }
  await fan('DELETE /api/groups/{id}/invitations/{invitationId}', { ...ofMailInvitation, status: 204 })
  await fan('DELETE /api/groups/{id}/invitations/{invitationId}', {
    params: { id: privateGroup.id, invitationId: 2_147_483_000 },
    status: 404,
  })
  const invite = { ...ofPrivateGroup, body: { userId: bob.user.id } }
  const invitation = await fan<Invitation>('POST /api/groups/{id}/invite-user', invite)
  await bob.call('GET /api/invitations')
  const ofInvitation = { params: { id: invitation.id } }
  await bob.call('PATCH /api/invitations/{id}', { ...ofInvitation, body: { status: 'accepted' } })
  await bob.call('PATCH /api/invitations/{id}', { ...ofInvitation, body: { status: 'declined' }, status: 409 })
  await bob.call('PATCH /api/invitations/{id}', {
    params: { id: 2_147_483_000 },
    body: { status: 'declined' },
    status: 404,
  })
  await fan('DELETE /api/groups/{id}/invitations/{invitationId}', {
    params: { id: privateGroup.id, invitationId: invitation.id },
    status: 409,
  })
  const withBob = { params: { id: privateGroup.id, userId: bob.user.id } }
  await fan('POST /api/groups/{id}/approve/{userId}', withBob)
  const ofUnknownUser = { params: { id: privateGroup.id, userId: 'nobody' }, status: 404 }
  await fan('POST /api/groups/{id}/approve/{userId}', ofUnknownUser)
  await fan('POST /api/groups/{id}/reject/{userId}', ofUnknownUser)
  await fan('POST /api/groups/{id}/reject/{userId}', {
    params: { id: privateGroup.id, userId: ann.user.id },
    status: 409,
  })
  const tip = {
    weekendId: weekend.id,
    category: CATEGORY,
    carId: cars[0]?.id,
    groupId: privateGroup.id,
    tipSource: 'group',
  }
  await fan('POST /api/tips', { body: tip })
  await fan('PATCH /api/groups/{id}', { ...ofPrivateGroup, body: { weekendId: pastWeekend.id }, status: 409 })
  await bob.call('POST /api/groups/{id}/leave', { ...ofPrivateGroup, status: 204 })
  await bob.call('POST /api/groups/{id}/leave', { ...ofPrivateGroup, status: 404 })
  await fan('POST /api/groups/{id}/leave', { ...ofPrivateGroup, status: 409 })
  const publicGroup = await fan<Group>('POST /api/groups', { body: { name: 'Gravel', weekendId: weekend.id } })
  const rejectedUser = await registerUser()
  await rejectedUser.call('POST /api/groups/join/{inviteCode}', { params: { inviteCode: publicGroup.inviteCode } })
  const ofRejectedUser = { params: { id: publicGroup.id, userId: rejectedUser.user.id } }
  await fan('POST /api/groups/{id}/reject/{userId}', { ...ofRejectedUser, status: 204 })
  await fan('DELETE /api/groups/{id}', { params: { id: publicGroup.id }, status: 204 })
  await fan('GET /api/groups/{id}', { params: { id: publicGroup.id }, status: 404 })
  await unknownEntityCalls
}
