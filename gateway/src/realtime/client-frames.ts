import { type ClientFrame, clientFrameSchema } from '@purple-sector/contracts/realtime'
import type { Logger } from '@purple-sector/service-kit'
import type { Connection } from './connection.ts'
import type { FrameWriter } from './frames.ts'
import type { Rooms } from './rooms.ts'
import { enter, leaveAll } from './seating.ts'

type Subscribe = Extract<ClientFrame, { type: 'subscribe' }>

const parse = (data: Buffer, isBinary: boolean): ClientFrame | undefined => {
  if (isBinary) return undefined
  try {
    const parsed = clientFrameSchema.safeParse(JSON.parse(data.toString()))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

type Options = {
  rooms: Rooms
  frames: FrameWriter
  /** What fans are told the time is. */
  now(): number
  /** The groups whose rooms a user may enter; nobody's, until there is a groups service. */
  groupsOf?(userId: string): ReadonlySet<number>
  log: Logger
}

/** Answers what a client sends. */
export const clientFrames = ({ rooms, frames, now, groupsOf = () => new Set(), log }: Options) => {
  const fail = (connection: Connection, code: string, message: string): void =>
    connection.write(frames('error', { code, message }))

  const subscribe = async (connection: Connection, { weekendId, groupIds }: Subscribe): Promise<void> => {
    const turn = ++connection.subscriptions
    connection.hasSubscribed()
    leaveAll(connection)
    if (weekendId === null) {
      connection.write(frames('subscribed', { weekendId, groupIds: [] }))
      return
    }
    const weekend = await rooms.open(weekendId)
    // Overtaken by another subscribe, or gone, while the room was loaded.
    if (turn !== connection.subscriptions || !connection.isOpen) return
    if (!weekend) {
      fail(connection, 'NOT_FOUND', 'There is no such race weekend.')
      return
    }
    const mine = groupsOf(connection.userId)
    const groups = [...new Set(groupIds)].filter((id) => mine.has(id)).flatMap((id) => rooms.heldGroup(id) ?? [])
    connection.write(frames('subscribed', { weekendId, groupIds: groups.map(({ groupId }) => groupId) }))
    connection.seatings = [
      enter(connection, weekend, weekend.news.slots()),
      ...groups.map((group) => enter(connection, group)),
    ]
  }

  return (connection: Connection, data: Buffer, isBinary: boolean): void => {
    const frame = parse(data, isBinary)
    if (!frame) {
      fail(connection, 'BAD_FRAME', 'This is not a frame of the protocol.')
      return
    }
    if (frame.type === 'ping') {
      connection.write(frames('pong', { serverTime: new Date(now()).toISOString() }))
      return
    }
    subscribe(connection, frame).catch((error: unknown) => {
      log.warn({ err: error, weekendId: frame.weekendId }, 'a room could not be opened')
      fail(connection, 'UNAVAILABLE', 'The race weekend cannot be loaded now. Please try again.')
    })
  }
}
