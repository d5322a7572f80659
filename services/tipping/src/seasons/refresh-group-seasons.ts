import { seasonBoardChanged } from '@purple-sector/contracts/tipping/events'
import type { Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import { participantsOfGroups } from './group-participants-sql.ts'
import { type Basis, type BasisRound, isOutsidePresence, type Presence, showsOtherRounds } from './season-basis.ts'
import { findFactsOfGroups, type SeasonFacts } from './season-basis-sql.ts'
import { type GroupBoard, hasResults, seasonBoards } from './season-board-repository.ts'
import type { ParticipantRow } from './season-participants-sql.ts'
import { NO_TIP, type OwnRound, takesPart } from './season-points.ts'
import { isLeader, type Participant, rowComputation } from './season-row.ts'
import {
  type BoardRow,
  findBoardsWithAnyOf,
  rankSeasonRows,
  removeOtherRows,
  saveSeasonRows,
} from './season-rows-sql.ts'

type Standing = ParticipantRow['standings'][number]

/** What a standing of a weekend is for its participant in a season. */
export const ownRoundOf = (
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

/** A participant with all rounds, from their standings. */
export const participantOf = (
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

type Computed = GroupBoard & { facts: SeasonFacts }

/** Computes all rows of groups; every present member has one. Returns the leaderboards with other rows than before. */
const refreshRows = async (
  sql: Transaction,
  seasonId: number,
  boards: readonly Computed[],
): Promise<ReadonlySet<number>> => {
  const members = await participantsOfGroups(
    sql,
    seasonId,
    new Map(boards.map(({ groupId, facts }) => [groupId, facts])),
  )
  const rows = boards.flatMap(({ id: boardId, groupId, facts: { basis } }): BoardRow[] => {
    const { rowOf } = rowComputation(basis)
    return (members.get(groupId) ?? []).map(({ groupId: _, ...row }) => ({
      ...rowOf(participantOf(row, basis)),
      boardId,
    }))
  })
  const ids = boards.map(({ id }) => id)
  return new Set([...(await removeOtherRows(sql, ids, rows)), ...(await saveSeasonRows(sql, rows))])
}

/**
 * Refreshes claimed leaderboards of groups of one season with the same few statements; gives those a new version of which a
 * reader sees another one.
 */
export const refreshGroupSeasons = async (sql: Transaction, claimed: readonly GroupBoard[]): Promise<void> => {
  const [first] = claimed
  if (!first) return
  const { seasonId } = first
  const repository = seasonBoards(sql)
  const groupIds = claimed.map(({ groupId }) => groupId)
  const renamedIds = await repository.takeMarksOfGroups(seasonId, groupIds)
  const stored = new Map(claimed.map(({ groupId, basis }) => [groupId, basis]))
  const factsByGroup = await findFactsOfGroups(sql, seasonId, stored)
  await repository.applySettings()
  const boards: Computed[] = []
  for (const board of claimed) {
    const facts = factsByGroup.get(board.groupId)
    if (facts) boards.push({ ...board, facts })
    else await repository.remove(board)
  }
  const changed = await refreshRows(sql, seasonId, boards)
  const renamed = await findBoardsWithAnyOf(
    sql,
    boards.map(({ id, groupId }) => ({ boardId: id, userIds: renamedIds.get(groupId) ?? [] })),
  )
  const newVersions = boards
    .filter(
      ({ id, participants, basis, facts }) =>
        changed.has(id) || renamed.has(id) || (participants > 0 && showsOtherRounds(basis, facts.basis)),
    )
    .map((board): Computed => ({ ...board, version: board.version + 1 }))
  await rankSeasonRows(
    sql,
    newVersions.map(({ id }) => id),
    newVersions.map(({ facts }) => hasResults(facts.basis)),
  )
  const versions = new Map(newVersions.map(({ id, version }) => [id, version]))
  await repository.saveRefreshed(
    boards.map(({ id, version, facts: { basis, changedAt, jokersLockAt } }) => ({
      ...{ id, version: versions.get(id) ?? version, isNewVersion: versions.has(id) },
      ...{ basis, changedAt, jokersLockAt },
    })),
  )
  await outbox(sql).appendMany(
    newVersions.map(({ groupId, version, facts: { changedAt } }) =>
      entry(seasonBoardChanged, { seasonId, groupId, version, changedAt: changedAt?.toISOString() ?? null }),
    ),
  )
}
