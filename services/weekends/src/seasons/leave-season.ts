import type { Transaction } from '@purple-sector/database'
import type { StoredWeekend } from '../weekends/weekend.ts'
import { publishSeason } from './publish-season.ts'
import { withoutWeekend } from './season.ts'
import { lockRounds, seasonRepository } from './season-repository.ts'

/**
 * Takes a locked weekend that is being deleted out of its season; the rounds after it move up. The caller has locked all
 * seasons before.
 */
export const leaveSeason = async (sql: Transaction, { id, seasonId }: StoredWeekend): Promise<void> => {
  const seasons = seasonRepository(sql)
  const before = seasonId === null ? undefined : await seasons.find(seasonId)
  if (!before) return
  const weekends = withoutWeekend(before.weekends, id)
  await lockRounds(sql, weekends)
  const after = await seasons.update({ ...before, weekends })
  await seasons.setRounds(after.id, after.weekends)
  await publishSeason(sql, { before, after })
}
