import { groupsRoutes } from '@purple-sector/contracts/groups/routes'
import { type App, callerOf, isReplay, registerRoute } from '@purple-sector/service-kit'
import { withIdempotencyKey } from '@purple-sector/service-kit/http/write-mode'
import type { GroupsDependencies } from '../dependencies.ts'
import { invitationsTo } from '../invitations/invitation-read-model.ts'
import { changeGroup } from './change-group.ts'
import { countingRaces } from './counting-race-read-model.ts'
import { createGroup } from './create-group.ts'
import { deleteGroup } from './delete-group.ts'
import { findGroup, listGroups } from './group-read-model.ts'

/** Routes to create, read and change the caller's groups. */
export const groupRoutes = (dependencies: GroupsDependencies) => async (app: App) => {
  const { database, changes } = dependencies
  const create = createGroup(dependencies)
  const change = changeGroup(dependencies)
  const remove = deleteGroup(dependencies)

  registerRoute(app, groupsRoutes.listGroups, (request) => listGroups(database, callerOf(request).userId))

  registerRoute(app, groupsRoutes.createGroup, async (request, reply) => {
    if (!(await isReplay(database, request))) await changes.count(callerOf(request).userId)
    return reply.code(201).send(await create(callerOf(request), request.body, withIdempotencyKey(request)))
  })

  registerRoute(app, groupsRoutes.listWeekendGroups, (request) =>
    listGroups(database, callerOf(request).userId, { weekendId: request.params.weekendId }),
  )

  registerRoute(app, groupsRoutes.findOverview, async (request) => {
    const { userId } = callerOf(request)
    const [groups, invitations] = await Promise.all([listGroups(database, userId), invitationsTo(database, userId)])
    return { groups, invitations }
  })

  registerRoute(app, groupsRoutes.findGroup, (request) =>
    findGroup(database, request.params.id, callerOf(request).userId),
  )

  registerRoute(app, groupsRoutes.changeGroup, async (request) => {
    await changes.count(callerOf(request).userId)
    return change(callerOf(request), request.params.id, request.body)
  })

  registerRoute(app, groupsRoutes.deleteGroup, async (request, reply) => {
    await changes.count(callerOf(request).userId)
    await remove(callerOf(request), request.params.id)
    return reply.code(204).send(null)
  })

  registerRoute(app, groupsRoutes.listGroupRaces, async (request) =>
    countingRaces(
      database,
      await findGroup(database, request.params.id, callerOf(request).userId),
      request.query.weekendId,
    ),
  )
}
