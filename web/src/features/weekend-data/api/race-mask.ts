import type { Race } from '@purple-sector/contracts/weekends/http'

/** Fields that reveal how a race ended. All others, such as whether it has locked, are never delayed. */
type Outcome = Pick<
  Race,
  | 'status'
  | 'completedAt'
  | 'resultRevision'
  | 'resultStatus'
  | 'resultReason'
  | 'resultPublishedAt'
  | 'resultChangedAt'
>

const outcomeOf = (race: Race): Outcome => ({
  status: race.status,
  completedAt: race.completedAt,
  resultRevision: race.resultRevision,
  resultStatus: race.resultStatus,
  resultReason: race.resultReason,
  resultPublishedAt: race.resultPublishedAt,
  resultChangedAt: race.resultChangedAt,
})

/** A finished race is shown as running during the spoiler delay; statuses that lock tips are shown at once. */
const delayedStatus = (race: Race): Race['status'] => (race.status === 'completed' ? 'running' : race.status)

const NOTHING = {
  completedAt: null,
  resultRevision: null,
  resultStatus: null,
  resultReason: null,
  resultPublishedAt: null,
  resultChangedAt: null,
}

/**
 * Returns the race before its latest outcome: as currently visible, where it is on screen. Where unknown, as after a
 * reload, a first result does not exist yet; a later one is known to have had a predecessor.
 */
export const withoutOutcome = (race: Race, visible: Race | undefined): Race => {
  if (visible) {
    const status =
      visible.status === 'completed' && visible.resultRevision !== null ? visible.status : delayedStatus(race)
    return { ...race, ...outcomeOf(visible), status }
  }
  const before = (race.resultRevision ?? 0) - 1
  if (before < 1) return { ...race, ...NOTHING, status: delayedStatus(race) }
  return { ...race, ...NOTHING, status: 'completed', resultRevision: before, resultStatus: 'provisional' }
}
