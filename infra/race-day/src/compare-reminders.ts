import type { Difference } from './differences.ts'
import { expectedReminders } from './expected-reminders.ts'
import type { Fan } from './fan-player.ts'
import type { FinalAccount } from './final-account.ts'
import { inParallel } from './in-parallel.ts'
import type { PlayedGroup } from './played-group.ts'
import type { ProductApi } from './product-api.ts'
import type { RaceControlLog } from './race-control-log.ts'
import type { Recording } from './recording.ts'
import { remindedFan, reminderEvidence } from './reminder-evidence.ts'
import type { Programme } from './set-up-weekend.ts'
import { compareToldReminders, type ReminderCounts } from './told-reminders.ts'

type Played = {
  api: ProductApi
  recording: Recording
  programme: Programme
  log: RaceControlLog
  fans: Fan[]
  groups: PlayedGroup[]
}

export type ComparedReminders = { differences: Difference[]; counts: ReminderCounts }

/** What every fan was reminded of, and of how many reminders that was certain either way. */
export const compareReminders = async (
  { api, fans, groups, ...played }: Played,
  { offset }: FinalAccount,
): Promise<ComparedReminders> => {
  const found = await inParallel(fans, 32, async (fan) => {
    const sent = Date.now()
    const told = await api.crowd.notifications(fan.account.cookie, played.programme.weekendId)
    const evidence = reminderEvidence({ ...played, offset }, { sent, received: Date.now() })
    const expected = expectedReminders(evidence, remindedFan(fan, groups, offset))
    return compareToldReminders(`notifications of ${fan.plan.name}`, told, expected)
  })
  const sum = (of: keyof ReminderCounts) => found.reduce((total, { counts }) => total + counts[of], 0)
  return {
    differences: found.flatMap(({ differences }) => differences),
    counts: { told: sum('told'), must: sum('must'), mustNot: sum('mustNot'), either: sum('either') },
  }
}
