import { groupsRoutes } from '@purple-sector/contracts/groups/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import type { GroupsDependencies } from '../dependencies.ts'
import { findGroup } from '../groups/group-read-model.ts'
import { approveMember, rejectMember } from './approve-member.ts'
import { changeOwnMembership } from './change-own-membership.ts'
import { joinBatches } from './join-batches.ts'
import { leaveGroup } from './leave-group.ts'
import { listMembers, membershipsOf } from './member-read-model.ts'

/** Routes to join and leave groups, and to manage members. */
export const memberRoutes = (dependencies: GroupsDependencies) => async (app: App) => {
  const { database, changes } = dependencies
  const join = joinBatches(dependencies)
  const leave = leaveGroup(dependencies)
  const changeOwn = changeOwnMembership(dependencies)
  const approve = approveMember(dependencies)
  const reject = rejectMember(dependencies)

  registerRoute(app, groupsRoutes.listOwnMemberships, (request) => membershipsOf(database, callerOf(request).userId))

  registerRoute(app, groupsRoutes.joinGroup, (request) => join(callerOf(request), request.params.inviteCode))

  registerRoute(app, groupsRoutes.leaveGroup, async (request, reply) => {
    await leave(callerOf(request), request.params.id)
    return reply.code(204).send(null)
  })

  registerRoute(app, groupsRoutes.listMembers, async (request) => {
    const { userId } = callerOf(request)
    const group = await findGroup(database, request.params.id, userId)
    return listMembers(database, group, userId)
  })

  registerRoute(app, groupsRoutes.changeOwnMembership, async (request) => {
    await changes.count(callerOf(request).userId)
    return changeOwn(callerOf(request), request.params.id, request.body)
  })

  registerRoute(app, groupsRoutes.approveMember, (request) => approve(callerOf(request), request.params))

  registerRoute(app, groupsRoutes.rejectMember, async (request, reply) => {
    await reject(callerOf(request), request.params)
    return reply.code(204).send(null)
  })
}
