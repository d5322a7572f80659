import { seasonBoardChanged } from '@purple-sector/contracts/tipping/events'
import { type Database, isConflictOfTransactions, type Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { groupParticipants } from './group-participants-sql.ts'
import {
  type Basis,
  type BasisRound,
  changesAllRows,
  isOutsidePresence,
  type Presence,
  showsOtherRounds,
} from './season-basis.ts'
import { type Competition, findSeasonFacts, type SeasonFacts } from './season-basis-sql.ts'
import {
  DUE_SEASON_BOARDS,
  ensureSeasonBoard,
  findDueSeasonBoards,
  NEXT_SEASON_BOARDS_AT,
  type SeasonBoard,
  seasonBoards,
} from './season-board-repository.ts'
import { changedParticipantReader, type ParticipantRow, participantReader } from './season-participants-sql.ts'
import { NO_TIP, type OwnRound, takesPart } from './season-points.ts'
import { isLeader, ownRoundsOf, type Participant, rowComputation } from './season-row.ts'
import { seasonRows } from './season-rows-sql.ts'

const INTERVAL_MS = 200

type Work = { sql: Transaction; board: SeasonBoard; facts: SeasonFacts }

type Standing = ParticipantRow['standings'][number]

const ownRoundOf = (
  standing: Standing,
  { leader, weekendId }: BasisRound,
  { jokers, isHidden }: Pick<ParticipantRow, 'jokers' | 'isHidden'>,
): OwnRound => {
  const [, total, firsts, seconds, thirds] = standing
  return {
    points: total,
    picks: { first: firsts, second: seconds, third: thirds },
    isFirst: !isHidden && isLeader({ total, firsts, seconds, thirds }, leader),
    hasJoker: jokers.includes(weekendId),
    isBeforeJoining: false,
  }
}

const participantOf = (
  { standings, deletedAt, beganAt = null, ...row }: ParticipantRow & Partial<Presence>,
  { rounds }: Basis,
): Participant => {
  const byRound = new Map(standings.map((standing) => [standing[0], standing]))
  const own = rounds.map((round, index): OwnRound => {
    const standing = byRound.get(index + 1)
    if (standing) return ownRoundOf(standing, round, row)
    return { ...NO_TIP, isBeforeJoining: isOutsidePresence(round, { beganAt, deletedAt }) }
  })
  return { ...row, rounds: own, missesRounds: takesPart(own) }
}

/** Computes all rows of a group; every present member has one. Returns how many changed. */
const refreshGroup = async ({ sql, board, facts }: Work, groupId: number): Promise<number> => {
  const { rowOf } = rowComputation(facts.basis)
  const members = await groupParticipants(sql, { seasonId: board.seasonId, groupId }, facts)
  const rows = seasonRows(sql, board.id)
  const removed = await rows.removeOthers(
    { after: '', upTo: null },
    members.map(({ userId }) => userId),
  )
  return removed + (await rows.save(members.map((member) => rowOf(participantOf(member, facts.basis)))))
}

/** Computes all rows again; returns how many changed. */
const refreshAll = async ({ sql, board, facts }: Work): Promise<number> => {
  const reader = participantReader(sql, { seasonId: board.seasonId, facts })
  const { rowOf } = rowComputation(facts.basis)
  const rows = seasonRows(sql, board.id)
  let changed = 0
  for (let after: string | null = ''; after !== null; ) {
    const { participants, upTo } = await reader.ofRange(after)
    changed += await rows.removeOthers(
      { after, upTo },
      participants.map(({ userId }) => userId),
    )
    changed += await rows.save(participants.map((row) => rowOf(participantOf(row, facts.basis))))
    after = upTo
  }
  return changed
}

/** Computes the rows again that other versions of weekends, jokers and names change; returns how many did. */
const refreshChanged = async (work: Work, before: Basis, userIds: readonly string[]): Promise<number> => {
  const { sql, board, facts } = work
  const source = { seasonId: board.seasonId, facts }
  const reader = participantReader(sql, source)
  const changes = await changedParticipantReader(sql, { ...source, boardId: board.id, before, userIds })
  const { rounds, rowOf } = rowComputation(facts.basis)
  const rows = seasonRows(sql, board.id)
  const named = new Set(userIds)
  let changed = 0
  for (let batch = await changes.next(''); batch.length > 0; batch = await changes.next(batch.at(-1)?.userId ?? '')) {
    const unknown: string[] = []
    const known = batch.flatMap(({ row, standings, deletedAt: _, ...participant }): Participant[] => {
      const own =
        row && !named.has(participant.userId) ? ownRoundsOf({ ...row, jokers: participant.jokers }, rounds) : undefined
      if (!own) {
        unknown.push(participant.userId)
        return []
      }
      for (const standing of standings) {
        const index = standing[0] - 1
        const round = rounds[index]
        if (round) own[index] = ownRoundOf(standing, round, participant)
      }
      return [{ ...participant, rounds: own, missesRounds: true }]
    })
    const found = await reader.ofUsers(unknown)
    const foundIds = new Set(found.map(({ userId }) => userId))
    changed += await rows.remove(unknown.filter((userId) => !foundIds.has(userId)))
    changed += await rows.save([...known, ...found.map((row) => participantOf(row, facts.basis))].map(rowOf))
  }
  return changed
}

/** Refreshes a claimed leaderboard; gives it a new version only if a reader sees another one. */
const refresh = async (sql: Transaction, board: SeasonBoard): Promise<void> => {
  const boards = seasonBoards(sql)
  const marks = await boards.takeMarks(board)
  const facts = await findSeasonFacts(sql, board, board.basis)
  if (!facts) return boards.remove(board)
  await boards.applySettings()
  const { basis: before } = board
  const { basis, changedAt, jokersLockAt } = facts
  const work = { sql, board, facts }
  const { groupId } = board
  const changed =
    groupId !== null
      ? await refreshGroup(work, groupId)
      : before === null || marks.isFull || changesAllRows(before, basis)
        ? await refreshAll(work)
        : await refreshChanged(work, before, marks.userIds)
  const rows = seasonRows(sql, board.id)
  const isNewVersion =
    changed > 0 ||
    (board.participants > 0 && showsOtherRounds(before, basis)) ||
    (await rows.hasAnyOf(marks.renamedIds))
  if (isNewVersion) await rows.rank(basis.rounds.some(({ hasResult }) => hasResult))
  const version = await boards.saveRefreshed(board, { basis, changedAt, jokersLockAt, isNewVersion })
  if (!isNewVersion) return
  const { seasonId } = board
  const event = { seasonId, groupId, version, changedAt: changedAt?.toISOString() ?? null }
  await outbox(sql).append(seasonBoardChanged, event)
}

const refreshBoard = async (database: Database, competition: Competition): Promise<void> => {
  await ensureSeasonBoard(database, competition)
  await database.transaction(
    async (sql) => {
      const board = await seasonBoards(sql).claim(competition)
      if (board) await refresh(sql, board)
    },
    { isolationLevel: 'repeatable read' },
  )
}

/**
 * Refreshes the season leaderboards that are due, each in a transaction of its own and from one snapshot. Any number of
 * processes may call it; marks of a killed one stay for the next.
 */
export const refreshSeasonBoards = async (database: Database): Promise<void> => {
  for (const competition of await findDueSeasonBoards(database))
    try {
      await refreshBoard(database, competition)
    } catch (error) {
      // Another process has refreshed it since this snapshot: the next run sees that.
      if (!isConflictOfTransactions(error)) throw error
    }
}

/** Starts the refresh of season leaderboards (ADR 32). */
export const startSeasonRefresh = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'refresh of season leaderboards',
    due: DUE_SEASON_BOARDS,
    nextDueAt: NEXT_SEASON_BOARDS_AT,
    work: () => refreshSeasonBoards(database),
  })
