import { chatRoutes } from '@purple-sector/contracts/chat/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import type { ChatDependencies } from '../dependencies.ts'
import { deleteAsAdministrator } from './delete-as-administrator.ts'
import { assertGroupAdmin, groupDeletions } from './group-deletion-read-model.ts'
import { moderatedMessages } from './moderation-read-model.ts'
import { liftMute, mutePerson } from './mute-person.ts'
import { muteRepository } from './mute-repository.ts'
import { listPeople } from './people-read-model.ts'
import { setSlowMode } from './set-slow-mode.ts'

/** Registers the moderation routes of administrators, and the deletion log of group admins. */
export const moderationRoutes =
  ({ database, authorizeRoom }: Pick<ChatDependencies, 'database' | 'authorizeRoom'>) =>
  async (app: App) => {
    const remove = deleteAsAdministrator({ database })
    const mute = mutePerson({ database })
    const unmute = liftMute({ database })
    const setRoomSlowMode = setSlowMode({ database })

    registerRoute(app, chatRoutes.listMessagesAsAdministrator, ({ query }) => moderatedMessages(database, query))

    registerRoute(app, chatRoutes.deleteMessageAsAdministrator, async (request, reply) => {
      await remove(callerOf(request), { ...request.params, ...request.body })
      return reply.code(204).send(null)
    })

    registerRoute(app, chatRoutes.listPeople, ({ query }) => listPeople(database, query.ids))

    registerRoute(app, chatRoutes.listMutes, () => muteRepository(database).list())

    registerRoute(app, chatRoutes.muteUser, (request) => mute(callerOf(request), request.params.userId, request.body))

    registerRoute(app, chatRoutes.liftMute, async (request, reply) => {
      await unmute(callerOf(request), request.params.userId)
      return reply.code(204).send(null)
    })

    registerRoute(app, chatRoutes.setSlowMode, (request) =>
      setRoomSlowMode(callerOf(request), request.params, request.body.slowModeSeconds),
    )

    registerRoute(app, chatRoutes.listGroupDeletions, async (request) => {
      const { userId } = callerOf(request)
      const { id } = request.params
      await retryUntilReplicated(async () => {
        await authorizeRoom({ type: 'group', id }, userId)
        await assertGroupAdmin(database, id, userId)
      })
      return groupDeletions(database, id)
    })
  }
