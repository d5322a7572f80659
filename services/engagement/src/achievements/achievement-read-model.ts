import type { AchievementProgress, Achievements } from '@purple-sector/contracts/engagement/http'
import type { Database, Transaction } from '@purple-sector/database'
import { latestOf } from '@purple-sector/service-kit/http/last-changed'
import { COUNTERS, type Counts, progressOf, RULES } from './achievements.ts'

type Row = { counts: Counts | null; grants: Record<string, string> }

const READ = `
select (select to_jsonb(c) from achievement_counters c where c.user_id = :userId) as counts,
  (select coalesce(json_object_agg(achievement, granted_at), '{}') from achievement_grants where user_id = :userId) as grants`

const NONE = Object.fromEntries(COUNTERS.map((counter) => [counter, 0])) as Counts

/** Reads the progress of a user in every achievement: unlocked ones first, the rest by difficulty. */
export const readAchievements = async (sql: Database | Transaction, userId: string): Promise<Achievements> => {
  const { rows } = await sql.raw<{ rows: Row[] }>(READ, { userId })
  const { counts, grants } = rows[0] ?? { counts: null, grants: {} }
  const all = RULES.map((rule): AchievementProgress => {
    const grantedAt = grants[rule.achievement.id]
    const completedAt = grantedAt === undefined ? null : new Date(grantedAt).toISOString()
    const isCompleted = completedAt !== null
    const progress = isCompleted ? rule.goal : progressOf(rule, counts ?? NONE)
    return { achievement: rule.achievement, isCompleted, completedAt, progress, maxProgress: rule.goal }
  })
  const unlocked = all.filter(({ isCompleted }) => isCompleted)
  const progress = [...unlocked, ...all.filter(({ isCompleted }) => !isCompleted)]
  return { progress, unlocked: unlocked.map(({ achievement }) => achievement) }
}

/** Returns when an achievement was last unlocked or a result last published, which may have changed the progress. */
export const achievementsChangedAt = async (
  sql: Database | Transaction,
  { progress }: Achievements,
): Promise<Date | null> => {
  const { rows } = await sql.raw<{ rows: { at: Date | null }[] }>('select max(published_at) as at from results')
  return latestOf([rows[0]?.at, ...progress.map(({ completedAt }) => completedAt)])
}
