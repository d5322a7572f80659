import { weekendSubject } from '@purple-sector/contracts/event'
import { seasonRoundCompleted, seasonRoundReopened, seasonWon } from '@purple-sector/contracts/tipping/events'
import { lockAndCheckDeleted, on } from '@purple-sector/messaging'
import { removeLeads, saveHonours } from './season-honours-sql.ts'

/** Keeps who leads a season, with points, after a round. */
const onRoundCompleted = on(seasonRoundCompleted, async ({ data: { seasonId, weekendId, standings } }, sql) => {
  if ((await lockAndCheckDeleted(sql, 'shared', weekendSubject(weekendId))).isDeleted) return
  const leaders = standings.filter(({ position, totalPoints }) => position === 1 && totalPoints > 0)
  const userIds = leaders.map(({ userId }) => userId)
  await saveHonours(sql, { seasonId, weekendId, kind: 'led', userIds })
})

const onRoundReopened = on(seasonRoundReopened, ({ data }, sql) => removeLeads(sql, data))

const onSeasonWon = on(seasonWon, ({ data: { seasonId, userIds } }, sql) =>
  saveHonours(sql, { seasonId, weekendId: null, kind: 'won', userIds }),
)

export const achievementSeasonConsumers = [onRoundCompleted, onRoundReopened, onSeasonWon]
