import type { Entry, GroupStanding } from '@purple-sector/contracts/tipping/http'
import type { Database, Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { getMany, versionedCache } from '@purple-sector/service-kit/caching/versioned-cache'
import { countRanks, type GroupRanks } from './count-ranks-sql.ts'
import { type GroupRows, groupRows, type Line } from './group-standings-sql.ts'

const rankedEntry = ({ entry, rankKey, previousRankKey }: Line, ranks: GroupRanks): Entry => {
  const current = ranks.current.get(rankKey ?? '')
  const previousPosition = ranks.previous.get(previousRankKey ?? '')?.position
  if (!current) return entry
  const { position, tieBreak } = current
  return {
    ...entry,
    position,
    tieBreak,
    positionChange: previousPosition && position ? previousPosition - position : 0,
  }
}

const standingOf = ({ groupId, version, ownLine, top }: GroupRows, ranks: GroupRanks): GroupStanding => {
  const entry = ownLine && rankedEntry(ownLine, ranks)
  return {
    groupId,
    version,
    position: entry?.position ?? null,
    shared: entry?.tieBreak === 'shared',
    totalPoints: entry?.totalPoints ?? null,
    memberCount: ranks.memberCount,
    top: top.map((line) => rankedEntry(line, ranks)),
  }
}

/** Maximum number of cached group boards; few of them are large. */
const MAX_CACHED = 2_000

/**
 * Reads the standings of the calling user in those of their groups that have a scope in the weekend. Ranks are computed once per
 * version. If a member joined or was hidden since a version, the next version follows within a second; until then only
 * positions and the number of members are out of date.
 */
export const groupStandings = ({ database }: { database: Database }) => {
  const ranks = versionedCache<number, number, GroupRanks | undefined>({ maxEntries: MAX_CACHED })

  const rankRows = async (sql: Database | Transaction, rows: readonly GroupRows[]): Promise<GroupStanding[]> => {
    const keys = rows.map(({ scopeId, version }) => ({ key: scopeId, version }))
    const cachedRanks = await getMany(ranks, keys, (missing) => countRanks(sql, missing))
    return rows.flatMap((row, index) => {
      const groupRanks = cachedRanks[index]
      return groupRanks ? [standingOf(row, groupRanks)] : []
    })
  }

  return async ({ userId }: Pick<Caller, 'userId'>, weekendId: number): Promise<GroupStanding[]> => {
    const rows = await groupRows(database, userId, weekendId)
    if (rows.every(({ scopeId, version }) => ranks.find(scopeId, version))) return rankRows(database, rows)
    // Ranks that are not cached are computed in the snapshot of the rows they belong to.
    const config = { isolationLevel: 'repeatable read', readOnly: true } as const
    return database.transaction(async (sql) => rankRows(sql, await groupRows(sql, userId, weekendId)), config)
  }
}
