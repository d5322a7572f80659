import { compareEntries, type ReadBoard } from './compare-board.ts'
import { type Difference, differs } from './differences.ts'
import type { ExpectedEntry } from './expected-board.ts'
import type { FanSocket } from './fan-socket.ts'
import type { RaceControlLog } from './race-control-log.ts'

export type FollowedFan = { name: string; userId: string; socket: FanSocket }

/** What each socket has at the end against the expected board and the board that the call returns. */
export const compareSockets = (followed: FollowedFan[], expected: ExpectedEntry[], board: ReadBoard): Difference[] => {
  const rows = new Map(expected.map((row) => [row.userId, row]))
  const changes = new Map(board.entries.map((entry) => [entry.userId, entry.positionChange]))
  const top = expected.slice(0, 20)
  return followed.flatMap(({ name, userId, socket }) => {
    const where = `socket of ${name}`
    const row = rows.get(userId)
    const { standing } = socket
    const change = standing && standing.version === board.version ? changes.get(userId) : standing?.positionChange
    return [
      ...differs(where, 'last leaderboard_update: version', board.version, socket.board?.version ?? null),
      ...differs(where, 'last leaderboard_update: total', expected.length, socket.board?.total ?? null),
      ...compareEntries(where, top, socket.board?.entries ?? []),
      ...differs(where, 'my_standing: position', row?.position ?? null, standing?.position ?? null),
      ...(row ? differs(where, 'my_standing: totalPoints', row.totalPoints, standing?.totalPoints ?? null) : []),
      ...(row ? differs(where, 'my_standing: positionChange', change, standing?.positionChange) : []),
    ]
  })
}

/**
 * Messages that come once: race_completed at the first scoring revision, result_corrected at each later one that moves a
 * row or withdraws, result_status at the others, also when one was overtaken before it was scored. A socket that was cut off may have missed some; none may come twice.
 */
export const compareMessages = (
  followed: FollowedFan[],
  told: RaceControlLog['told'],
  races: Map<string, number>,
): Difference[] => {
  return followed.flatMap(({ name, socket }) => {
    const missed = told.flatMap(({ race, revision, message, must }) => {
      const raceId = races.get(race) ?? 0
      const got = (socket[message].get(raceId) ?? []).filter((seen) => seen === revision).length
      const least = must && socket.interruptions === 0 ? 1 : 0
      if (got >= least && got <= 1) return []
      return differs(
        `socket of ${name}`,
        `${message} ${race}, revision ${revision}`,
        least === 1 ? 'once' : 'at most once',
        `${got} times`,
      )
    })
    const strange = (['completed', 'corrected', 'status'] as const).flatMap((message) =>
      [...socket[message]].flatMap(([raceId, revisions]) =>
        revisions
          .filter(
            (seen) =>
              !told.some(
                (entry) => races.get(entry.race) === raceId && entry.revision === seen && entry.message === message,
              ),
          )
          .flatMap((seen) =>
            differs(`socket of ${name}`, `${message} of race ${raceId}`, 'not sent', `revision ${seen}`),
          ),
      ),
    )
    const complaints = socket.complaints.flatMap((complaint) =>
      differs(`socket of ${name}`, 'frames', 'as agreed', complaint),
    )
    return [...missed, ...strange, ...complaints]
  })
}
