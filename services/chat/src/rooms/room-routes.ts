import { chatRoutes } from '@purple-sector/contracts/chat/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import type { ChatDependencies } from '../dependencies.ts'
import { markRead } from './mark-read.ts'
import type { Room } from './room.ts'
import { listRoomsOfUser, readRoomView } from './room-read-model.ts'

/** Registers the routes for the state of rooms and for read marks. */
export const roomRoutes =
  ({ database, authorizeRoom }: ChatDependencies) =>
  async (app: App) => {
    const mark = markRead({ database, authorizeRoom })

    registerRoute(app, chatRoutes.listRooms, (request) =>
      listRoomsOfUser(database, callerOf(request).userId, request.query.weekendId),
    )

    const rooms = [
      { type: 'weekend', find: chatRoutes.findWeekendRoom, read: chatRoutes.markWeekendRead },
      { type: 'group', find: chatRoutes.findGroupRoom, read: chatRoutes.markGroupRead },
    ] as const
    for (const { type, find, read } of rooms) {
      registerRoute(app, find, async (request) => {
        const { userId } = callerOf(request)
        const room: Room = { type, id: request.params.id }
        await retryUntilReplicated(() => authorizeRoom(room, userId), userId)
        return readRoomView(database, room, userId)
      })

      registerRoute(app, read, (request) =>
        retryUntilReplicated(
          () => mark(callerOf(request), { type, id: request.params.id }, request.body.messageId),
          callerOf(request).userId,
        ),
      )
    }
  }
