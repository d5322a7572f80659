import type { Board } from './board.ts'
import type { Connection } from './connection.ts'
import type { Room, Seat, SharedSlot } from './room.ts'
import type { StandingSlot } from './standings.ts'

type BoardRoom = { room: Room; board: Board }

/** A connection's place in a room that has a board. */
export type Seating = BoardRoom & { seat: Seat<StandingSlot> }

/** Seats a connection in a room and shows it the state of everything there; `more` comes first. */
export const enter = (connection: Connection, { room, board }: BoardRoom, more: Iterable<SharedSlot> = []): Seating => {
  const seat = { connection, own: board.hold(connection.userId) }
  room.join(seat)
  connection.offerAll([...more, board.slot, seat.own])
  return { room, board, seat }
}

/** Takes a connection out of its rooms before their next frames. */
export const leaveAll = (connection: Connection): void => {
  for (const { room, board, seat } of connection.seatings) {
    room.leave(seat)
    board.release(seat.own)
  }
  connection.seatings = []
  connection.forgiveAll()
}
