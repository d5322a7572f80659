import { errorResponses, idParams, noContent } from '@purple-sector/contracts/common'
import {
  answerInvitationBody,
  invitationParams,
  invitationSchema,
  inviteByMailBody,
  inviteUserBody,
} from '@purple-sector/contracts/groups/http'
import { callerOf, isReplay } from '@purple-sector/service-kit'
import { idempotent } from '@purple-sector/service-kit/http/write-mode'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { GroupsDependencies } from '../dependencies.ts'
import { findGroup } from '../groups/group-read-model.ts'
import { answerInvitation } from './answer-invitation.ts'
import { invitationsInto, invitationsTo } from './invitation-read-model.ts'
import { inviteByMail, inviteUser, type RequestRepetition } from './invite.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

const sentResponse = { 201: invitationSchema, ...errorResponses }
const listResponse = { 200: z.array(invitationSchema), ...errorResponses }

/** Routes for invitations and their answers. */
export const invitationRoutes =
  (dependencies: GroupsDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const { database } = dependencies
    const inviteAddress = inviteByMail(dependencies)
    const invite = inviteUser(dependencies)
    const answer = answerInvitation(dependencies)
    const withdraw = withdrawInvitation(dependencies)
    const repetitionOf = async (request: FastifyRequest): Promise<RequestRepetition> => ({
      mode: idempotent(request),
      isReplay: await isReplay(database, request),
    })

    app.post(
      '/api/groups/:id/invite',
      { schema: { params: idParams, body: inviteByMailBody, response: sentResponse } },
      async (request, reply) => {
        const { params, body } = request
        const invitation = await inviteAddress(
          callerOf(request),
          params.id,
          body.inviteeEmail,
          await repetitionOf(request),
        )
        return reply.code(201).send(invitation)
      },
    )

    app.post(
      '/api/groups/:id/invite-user',
      { schema: { params: idParams, body: inviteUserBody, response: sentResponse } },
      async (request, reply) => {
        const { params, body } = request
        const invitation = await invite(callerOf(request), params.id, body.userId, await repetitionOf(request))
        return reply.code(201).send(invitation)
      },
    )

    app.get(
      '/api/groups/:id/invitations',
      { schema: { params: idParams, response: listResponse } },
      async (request) => {
        const { userId } = callerOf(request)
        const { id: groupId, isAdmin } = await findGroup(database, request.params.id, userId)
        return invitationsInto(database, { groupId, userId, isAdmin })
      },
    )

    app.delete(
      '/api/groups/:id/invitations/:invitationId',
      { schema: { params: invitationParams, response: { 204: noContent, ...errorResponses } } },
      async (request, reply) => {
        const { id: groupId, invitationId } = request.params
        await withdraw(callerOf(request), { groupId, invitationId })
        return reply.code(204).send(null)
      },
    )

    app.get('/api/invitations', { schema: { response: listResponse } }, (request) =>
      invitationsTo(database, callerOf(request).userId),
    )

    app.patch(
      '/api/invitations/:id',
      {
        schema: {
          params: idParams,
          body: answerInvitationBody,
          response: { 200: invitationSchema, ...errorResponses },
        },
      },
      (request) => answer(callerOf(request), request.params.id, request.body.status),
    )
  }
