import type { Arrows } from '../account/expected-arrows.ts'
import type { ExpectedEntry } from '../account/expected-board.ts'
import type { FanSocket } from '../fans/fan-socket.ts'
import type { RaceControlLog } from '../race-control/race-control-log.ts'
import { compareArrow, compareFrame, type ReadBoard } from './compare-board.ts'
import { type Difference, differs } from './differences.ts'

export type FollowedFan = { name: string; userId: string; socket: FanSocket }

/** Compares each socket's last board with the expected board and the board in the reply. */
export const compareSockets = (
  followed: FollowedFan[],
  expected: ExpectedEntry[],
  board: ReadBoard,
  arrows: Arrows,
): Difference[] => {
  const rows = new Map(expected.map((row) => [row.userId, row]))
  const top = expected.slice(0, 20)
  return followed.flatMap(({ name, userId, socket }) => {
    const where = `socket of ${name}`
    const row = rows.get(userId)
    const { standing } = socket
    return [
      ...differs(where, 'last leaderboard_update: version', board.version, socket.board?.version ?? null),
      ...differs(where, 'last leaderboard_update: total', expected.length, socket.board?.total ?? null),
      ...compareFrame(where, top, socket.board?.entries ?? [], arrows),
      ...differs(where, 'my_standing: position', row?.position ?? null, standing?.position ?? null),
      ...(row ? differs(where, 'my_standing: totalPoints', row.totalPoints, standing?.totalPoints ?? null) : []),
      ...(row && standing ? compareArrow(`${where}, my_standing`, arrows, row, standing.positionChange) : []),
    ]
  })
}

const messageKinds = ['completed', 'corrected', 'status'] as const

/**
 * Compares the messages that a socket must receive once.
 * `race_completed` comes at the first scoring revision, `result_corrected` at each later one that moves a row or
 * withdraws the result, and `result_status` at the others, also if a revision was overtaken before it was scored; the
 * later ones have status and reason. A socket that lost its connection may have missed some; none may come twice.
 */
export const compareMessages = (
  followed: FollowedFan[],
  expectedMessages: RaceControlLog['expectedMessages'],
  races: Map<string, number>,
): Difference[] => {
  const inWords = new Map([...races].map(([race, id]) => [id, race]))
  return followed.flatMap(({ name, socket }) => {
    const where = `socket of ${name}`
    const missingOrWrong = expectedMessages.flatMap(({ race, revision, message, must, status, reason }) => {
      const what = `${message} ${race}, revision ${revision}`
      const received = (socket.receivedRevisions[message].get(races.get(race) ?? 0) ?? []).filter(
        (seen) => seen.revision === revision,
      )
      const least = must && socket.interruptions === 0 ? 1 : 0
      return [
        ...(received.length >= least && received.length <= 1
          ? []
          : differs(where, what, least === 1 ? 'sent once' : 'sent at most once', `sent ${received.length} times`)),
        ...received.flatMap((seen) =>
          seen.status === undefined
            ? []
            : [
                ...differs(where, `status in ${what}`, status, seen.status),
                ...differs(where, `reason in ${what}`, reason, seen.reason),
              ],
        ),
      ]
    })
    const unexpected = messageKinds.flatMap((message) =>
      [...socket.receivedRevisions[message]].flatMap(([raceId, seen]) =>
        seen
          .filter(({ revision }) => {
            const race = inWords.get(raceId)
            return !expectedMessages.some(
              (one) => one.race === race && one.revision === revision && one.message === message,
            )
          })
          .flatMap(({ revision }) =>
            differs(where, `${message} ${inWords.get(raceId) ?? `race ${raceId}`}`, 'not sent', `revision ${revision}`),
          ),
      ),
    )
    const violations = socket.violations.flatMap((violation) => differs(where, 'frames', 'as agreed', violation))
    return [...missingOrWrong, ...unexpected, ...violations]
  })
}
