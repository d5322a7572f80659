import { expectedReminders } from '../account/expected-reminders.ts'
import type { FinalAccount } from '../account/final-account.ts'
import { remindedFan, reminderEvidence } from '../account/reminder-evidence.ts'
import type { Fan } from '../fans/fan-player.ts'
import { inParallel } from '../fans/in-parallel.ts'
import type { PlayedGroup } from '../fans/played-group.ts'
import type { ProductApi } from '../fans/product-api.ts'
import type { RaceControlLog } from '../race-control/race-control-log.ts'
import type { Programme } from '../race-control/set-up-weekend.ts'
import type { Recording } from '../recording/recording.ts'
import type { Difference } from './differences.ts'
import { compareReceivedReminders, type ReminderCounts } from './received-reminders.ts'

type Comparison = {
  api: ProductApi
  recording: Recording
  programme: Programme
  log: RaceControlLog
  fans: Fan[]
  groups: PlayedGroup[]
}

export type ComparedReminders = { differences: Difference[]; counts: ReminderCounts }

/** Compares every fan's reminders, and counts for how many the outcome was certain either way. */
export const compareReminders = async (
  { api, fans, groups, ...played }: Comparison,
  { offset }: FinalAccount,
): Promise<ComparedReminders> => {
  const found = await inParallel(fans, 32, async (fan) => {
    const sent = Date.now()
    const reported = await api.crowd.notifications(fan.account.cookie, played.programme.weekendId)
    const evidence = reminderEvidence({ ...played, offset }, { sent, received: Date.now() })
    const expected = expectedReminders(evidence, remindedFan(fan, groups, offset))
    return compareReceivedReminders(`notifications of ${fan.plan.name}`, reported, expected)
  })
  const sum = (of: keyof ReminderCounts) => found.reduce((total, { counts }) => total + counts[of], 0)
  return {
    differences: found.flatMap(({ differences }) => differences),
    counts: { reported: sum('reported'), must: sum('must'), mustNot: sum('mustNot'), either: sum('either') },
  }
}
