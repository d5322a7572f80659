import type { Race } from '@purple-sector/contracts/weekends/http'

/** What tells fans how a race ended. Everything else of it, such as whether it has locked, is never held back. */
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

/** A race that is over is running as long as that is held back; what locks tips shows at once. */
const heldStatus = (race: Race): Race['status'] => (race.status === 'completed' ? 'running' : race.status)

const NOTHING = {
  completedAt: null,
  resultRevision: null,
  resultStatus: null,
  resultReason: null,
  resultPublishedAt: null,
  resultChangedAt: null,
}

/**
 * The race as it was before its outcome changed last: as it is shown, where it is on screen. Where nothing is known of it,
 * as after a reload, a first result is not there yet; of a later one it is known that there was one before.
 */
export const withoutOutcome = (race: Race, shown: Race | undefined): Race => {
  if (shown) {
    const status = shown.status === 'completed' && shown.resultRevision !== null ? shown.status : heldStatus(race)
    return { ...race, ...outcomeOf(shown), status }
  }
  const before = (race.resultRevision ?? 0) - 1
  if (before < 1) return { ...race, ...NOTHING, status: heldStatus(race) }
  return { ...race, ...NOTHING, status: 'completed', resultRevision: before, resultStatus: 'provisional' }
}
