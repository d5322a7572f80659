import { seasonBoardChanged } from '@purple-sector/contracts/tipping/events'
import type { SeasonScope } from '@purple-sector/contracts/tipping/scope'
import { type Database, isConflictOfTransactions, type Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { ownRoundOf, participantOf, refreshGroupSeasons } from './refresh-group-seasons.ts'
import { type Basis, changesAllRows, showsOtherRounds } from './season-basis.ts'
import { findSeasonFacts, type SeasonFacts } from './season-basis-sql.ts'
import {
  DUE_SEASON_BOARDS,
  ensureSeasonBoards,
  findDueSeasonBoards,
  hasResults,
  NEXT_SEASON_BOARDS_AT,
  type SeasonBoard,
  seasonBoards,
} from './season-board-repository.ts'
import { changedParticipantReader, participantReader } from './season-participants-sql.ts'
import { ownRoundsOf, type Participant, rowComputation } from './season-row.ts'
import { rankSeasonRows, seasonRows } from './season-rows-sql.ts'

const INTERVAL_MS = 200
/** Groups per transaction: many small leaderboards share its statements. */
const GROUP_BATCH_SIZE = 50

type Work = { sql: Transaction; board: SeasonBoard; facts: SeasonFacts }

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

/** Refreshes the claimed leaderboard of an open competition; gives it a new version only if a reader sees another one. */
const refresh = async (sql: Transaction, board: SeasonBoard): Promise<void> => {
  const boards = seasonBoards(sql)
  const marks = await boards.takeMarks(board)
  const facts = await findSeasonFacts(sql, board, board.basis)
  if (!facts) return boards.remove(board)
  await boards.applySettings()
  const { basis: before } = board
  const { basis, changedAt, jokersLockAt } = facts
  const work = { sql, board, facts }
  const changed =
    before === null || marks.isFull || changesAllRows(before, basis)
      ? await refreshAll(work)
      : await refreshChanged(work, before, marks.userIds)
  const rows = seasonRows(sql, board.id)
  const isNewVersion =
    changed > 0 ||
    (board.participants > 0 && showsOtherRounds(before, basis)) ||
    (await rows.hasAnyOf(marks.renamedIds))
  if (isNewVersion) await rankSeasonRows(sql, [board.id], [hasResults(basis)])
  const version = board.version + (isNewVersion ? 1 : 0)
  await boards.saveRefreshed([{ id: board.id, version, basis, changedAt, jokersLockAt, isNewVersion }])
  if (!isNewVersion) return
  const event = { seasonId: board.seasonId, groupId: null, version, changedAt: changedAt?.toISOString() ?? null }
  await outbox(sql).append(seasonBoardChanged, event)
}

/** Competitions of one season: the open one, or groups. */
type Batch = { seasonId: number; groupIds: number[] | null }

/** The open competitions, then the groups of each season in batches. */
const batchesOf = (due: readonly SeasonScope[]): Batch[] => {
  const [open, ofGroups] = [
    due.filter(({ groupId }) => groupId === null),
    due.filter(({ groupId }) => groupId !== null),
  ]
  const batches: Batch[] = open.map(({ seasonId }) => ({ seasonId, groupIds: null }))
  for (const [seasonId, competitions] of Map.groupBy(ofGroups, (competition) => competition.seasonId)) {
    const groupIds = competitions.flatMap(({ groupId }) => groupId ?? [])
    for (let from = 0; from < groupIds.length; from += GROUP_BATCH_SIZE)
      batches.push({ seasonId, groupIds: groupIds.slice(from, from + GROUP_BATCH_SIZE) })
  }
  return batches
}

const refreshBatch = async (database: Database, { seasonId, groupIds }: Batch): Promise<void> => {
  await ensureSeasonBoards(
    database,
    (groupIds ?? [null]).map((groupId) => ({ seasonId, groupId })),
  )
  await database.transaction(
    async (sql) => {
      if (groupIds !== null) return refreshGroupSeasons(sql, await seasonBoards(sql).claimGroups(seasonId, groupIds))
      const board = await seasonBoards(sql).claim({ seasonId, groupId: null })
      if (board) await refresh(sql, board)
    },
    { isolationLevel: 'repeatable read' },
  )
}

/**
 * Refreshes the season leaderboards that are due: the open one of a season, and each batch of its groups, in a transaction
 * of its own and from one snapshot. Any number of processes may call it; marks of a killed one stay for the next.
 */
export const refreshSeasonBoards = async (database: Database): Promise<void> => {
  for (const batch of batchesOf(await findDueSeasonBoards(database)))
    try {
      await refreshBatch(database, batch)
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
