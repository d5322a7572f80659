import type { LedgerEntry, Tip } from '@purple-sector/contracts/tipping/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { formatTime, type TimeZoneOption } from '../../../ui/time/format.ts'

export type LedgerScope = { groupId: number | null; name: string; points: number }
/** A race with a result: its awards, oldest first, and their total. */
export type LedgerRace = { race: Race; entries: LedgerEntry[]; points: number }

const sum = (entries: readonly LedgerEntry[]): number =>
  entries.reduce((total, { inForce, points }) => (inForce ? total + points : total), 0)

export const inScope = (entries: readonly LedgerEntry[], groupId: number | null): LedgerEntry[] =>
  entries.filter(({ scope }) => scope.groupId === groupId)

/**
 * Returns the scopes of a ledger with their totals: the open competition, then groups by name, including those without
 * awards.
 */
export const ledgerScopes = (
  entries: readonly LedgerEntry[],
  groups: readonly { id: number; name: string }[] = [],
): LedgerScope[] => {
  const names = new Map<number | null, string>(groups.map(({ id, name }) => [id, name]))
  for (const { scope } of entries) if (!names.has(scope.groupId)) names.set(scope.groupId, scope.name)
  names.delete(null)
  const inOrder = [...names].toSorted(([, a], [, b]) => a.localeCompare(b))
  return [[null, 'Open competition'] as const, ...inOrder].map(([groupId, name]) => ({
    groupId,
    name,
    points: sum(inScope(entries, groupId)),
  }))
}

const time = ({ deadline }: Race): number => (deadline === null ? Number.POSITIVE_INFINITY : Date.parse(deadline))

/** Returns the races of a ledger in order of locking: those with an award or a result. */
export const ledgerRaces = (
  entries: readonly LedgerEntry[],
  races: readonly Race[],
  counts: (race: Race) => boolean,
): LedgerRace[] => {
  const byRace = Map.groupBy(entries, ({ race }) => race.id)
  return races
    .filter(({ id }) => byRace.has(id))
    .concat(
      races.filter(
        (race) =>
          !byRace.has(race.id) && race.resultRevision !== null && race.sessionType !== 'practice' && counts(race),
      ),
    )
    .toSorted((a, b) => time(a) - time(b) || a.id - b.id)
    .map((race) => {
      const ownEntries = byRace.get(race.id) ?? []
      return { race, entries: ownEntries, points: sum(ownEntries) }
    })
}

export const WITHDRAWN = 'The result was withdrawn. No one has points from it.'

/** Explains why a change of a tip did not count for a session that started early. */
export const describeLateChange = (
  { changedAt, startedAt }: { changedAt: string; startedAt: string },
  zone: TimeZoneOption,
): string =>
  `Your change at ${formatTime(changedAt, zone)} came after the session had started at ${formatTime(startedAt, zone)}, so your earlier tip counted.`

const describeFirstLateChange = (changedAt: string, startedAt: string, zone: TimeZoneOption): string =>
  `Your tip at ${formatTime(changedAt, zone)} came after the session had started at ${formatTime(startedAt, zone)}, so it didn’t count.`

/**
 * Explains why a race earned the fan nothing, from their own tips, which name the car scored in each race.
 * `needsApproval`: the group awards points to approved members only.
 */
export const explainNoPoints = (
  race: Race,
  tip: Tip | undefined,
  needsApproval: boolean,
  zone: TimeZoneOption,
): string => {
  if (race.resultStatus === 'cancelled') return WITHDRAWN
  if (!tip) return `No tip in ${race.category}.`
  const scored = tip.sessions.find(({ raceId }) => raceId === race.id)
  if (!scored) return 'It didn’t count here when it locked.'
  const { lateAt, deadline } = scored
  if (scored.carId === null && lateAt !== null && deadline !== null)
    return describeFirstLateChange(lateAt, deadline, zone)
  if (scored.carId === null) return 'You hadn’t tipped when this one locked.'
  const car = scored.carId === tip.car.id ? `Car #${tip.car.plate} – ${tip.car.driver}` : 'The car you had then'
  const ifPending = needsApproval ? ', or the group hadn’t approved you by then' : ''
  const lateChange =
    lateAt !== null && deadline !== null
      ? ` ${describeLateChange({ changedAt: lateAt, startedAt: deadline }, zone)}`
      : ''
  return `${car} finished outside the top three${ifPending}.${lateChange}`
}

/** Explains it to race control, which must not learn losing tips while the category is still running. */
export const explainNoPointsToAdmin = (race: Race): string =>
  race.resultStatus === 'cancelled'
    ? WITHDRAWN
    : 'They hadn’t tipped when it locked, or their car finished outside the top three. Which one stays their secret.'

/** Describes why an award is no longer in force; null if it is. */
export const describeReplacement = ({ inForce, replacedBy }: LedgerEntry, race: Race): string | null => {
  if (inForce) return null
  if (replacedBy === null) return 'Earned before leaving the group, so it no longer counts'
  const isWithdrawal = race.resultStatus === 'cancelled' && race.resultRevision === replacedBy
  return isWithdrawal ? `Withdrawn with revision ${replacedBy}` : `Replaced by revision ${replacedBy}`
}
