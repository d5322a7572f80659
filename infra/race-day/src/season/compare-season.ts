import type { SeasonCompetition } from '@purple-sector/testing/oracle/season'
import { type Difference, differs } from '../comparison/differences.ts'
import { inParallel } from '../fans/in-parallel.ts'
import { expectedEntries, expectedOwnSeason } from './expected-season.ts'
import { groupCompetition, openCompetition } from './season-account.ts'
import type { PlayedSeasonGroup, SeasonFan } from './season-log.ts'
import type { SeasonStage } from './season-stage.ts'

/** What was compared: rows of leaderboards, and seasons as their fans read them. */
export type Compared = { boards: number; entries: number; ownSeasons: number; differences: Difference[] }

const FANS_AT_ONCE = 16

type Fields = Record<string, unknown>

const compareFields = (where: string, expected: Fields, actual: Fields): Difference[] =>
  Object.entries(expected).flatMap(([field, value]) => differs(where, field, value, actual[field]))

const compareBoard = async (
  { log, seasons }: SeasonStage,
  {
    competition,
    group,
    reader,
  }: { competition: SeasonCompetition; group: PlayedSeasonGroup | null; reader: SeasonFan },
): Promise<Difference[]> => {
  const where = `${group ? group.recorded.name : 'open season'}, read by ${reader.name}`
  const expected = expectedEntries(log, competition, reader)
  const { entries, total, isConsistent } = await seasons.board(reader.account.cookie, log.season.id, group?.id ?? null)
  const nameOf = (userId: string | undefined) =>
    log.fans.find(({ account }) => account.user.id === userId)?.name ?? userId ?? 'no row'
  return [
    ...differs(where, 'versions of its pages', true, isConsistent),
    ...differs(where, 'total', expected.length, total),
    ...differs(
      where,
      'order',
      expected.map(({ userId }) => nameOf(userId)),
      entries.map(({ userId }) => nameOf(userId)),
    ),
    ...expected.flatMap((row) => {
      const actual = entries.find(({ userId }) => userId === row.userId)
      return actual ? compareFields(`${where}, ${nameOf(row.userId)}`, row, actual) : []
    }),
  ]
}

/**
 * Compares every season leaderboard, and every fan's own season, with the account. Call it between rounds, when every race
 * has a result.
 */
export const compareSeason = async (stage: SeasonStage): Promise<Compared> => {
  const { log, seasons } = stage
  const compared: Compared = { boards: 0, entries: 0, ownSeasons: 0, differences: [] }
  const competitions = [
    { group: null, competition: openCompetition(log), fans: log.fans, readers: log.fans.slice(0, 1) },
    ...log.groups.map((group) => {
      const fans = group.stays.flatMap(({ fan, left }) => (left === null ? [fan] : []))
      return {
        group,
        competition: groupCompetition(log, group),
        fans,
        readers: [fans.at(0), fans.at(-1)].flatMap((fan) => fan ?? []),
      }
    }),
  ]
  for (const { group, competition, fans, readers } of competitions) {
    const found = await inParallel(readers, FANS_AT_ONCE, (reader) =>
      compareBoard(stage, { competition, group, reader }),
    )
    const own = await inParallel(fans, FANS_AT_ONCE, async (fan) => {
      const actual = await seasons.own(fan.account.cookie, log.season.id, group?.id ?? null)
      const where = `${group ? group.recorded.name : 'own season'} of ${fan.name}`
      return compareFields(where, expectedOwnSeason(log, competition, fan, group), actual)
    })
    compared.boards += readers.length
    compared.entries += readers.length * competition.participants.length
    compared.ownSeasons += fans.length
    compared.differences.push(...found.flat(), ...own.flat())
  }
  return compared
}
