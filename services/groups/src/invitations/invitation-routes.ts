import { groupsRoutes } from '@purple-sector/contracts/groups/routes'
import { type App, callerOf, isReplay, registerRoute } from '@purple-sector/service-kit'
import { withIdempotencyKey } from '@purple-sector/service-kit/http/write-mode'
import type { FastifyRequest } from 'fastify'
import type { GroupsDependencies } from '../dependencies.ts'
import { findGroup } from '../groups/group-read-model.ts'
import { answerInvitation } from './answer-invitation.ts'
import { invitationsInto, invitationsTo } from './invitation-read-model.ts'
import { inviteByMail, inviteUser, type RequestRepetition } from './invite.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

/** Routes for invitations and their answers. */
export const invitationRoutes = (dependencies: GroupsDependencies) => async (app: App) => {
  const { database } = dependencies
  const inviteAddress = inviteByMail(dependencies)
  const invite = inviteUser(dependencies)
  const answer = answerInvitation(dependencies)
  const withdraw = withdrawInvitation(dependencies)
  const repetitionOf = async (request: FastifyRequest): Promise<RequestRepetition> => ({
    mode: withIdempotencyKey(request),
    isReplay: await isReplay(database, request),
  })

  registerRoute(app, groupsRoutes.inviteByMail, async (request, reply) => {
    const { params, body } = request
    const invitation = await inviteAddress(callerOf(request), params.id, body.inviteeEmail, await repetitionOf(request))
    return reply.code(201).send(invitation)
  })

  registerRoute(app, groupsRoutes.inviteUser, async (request, reply) => {
    const { params, body } = request
    const invitation = await invite(callerOf(request), params.id, body.userId, await repetitionOf(request))
    return reply.code(201).send(invitation)
  })

  registerRoute(app, groupsRoutes.listSentInvitations, async (request) => {
    const { userId } = callerOf(request)
    const { id: groupId, isAdmin } = await findGroup(database, request.params.id, userId)
    return invitationsInto(database, { groupId, userId, isAdmin })
  })

  registerRoute(app, groupsRoutes.withdrawInvitation, async (request, reply) => {
    const { id: groupId, invitationId } = request.params
    await withdraw(callerOf(request), { groupId, invitationId })
    return reply.code(204).send(null)
  })

  registerRoute(app, groupsRoutes.listReceivedInvitations, (request) =>
    invitationsTo(database, callerOf(request).userId),
  )

  registerRoute(app, groupsRoutes.answerInvitation, (request) =>
    answer(callerOf(request), request.params.id, request.body.status),
  )
}
