import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { Round } from '@purple-sector/contracts/weekends/seasons'

/** A round in the editor: its place in the list is its number. */
export type RoundDraft = Pick<Round, 'weekendId' | 'multiplier'>

export const draftOf = (rounds: readonly Round[]): RoundDraft[] =>
  rounds.map(({ weekendId, multiplier }) => ({ weekendId, multiplier }))

/** Moves a round up or down by one place; the same list at either end. */
export const movedRound = (rounds: readonly RoundDraft[], index: number, by: -1 | 1): RoundDraft[] => {
  const round = rounds[index]
  const to = index + by
  if (!round || to < 0 || to >= rounds.length) return [...rounds]
  return rounds.toSpliced(index, 1).toSpliced(to, 0, round)
}

type Days = Pick<Weekend, 'id' | 'name' | 'startDate' | 'endDate'>

/** Returns the names of two rounds whose days overlap; undefined if there are none. Overlaps are allowed. */
export const overlap = (weekends: readonly Days[]): [string, string] | undefined => {
  const byStart = weekends.toSorted((a, b) => a.startDate.localeCompare(b.startDate))
  for (const [index, weekend] of byStart.entries()) {
    const next = byStart[index + 1]
    if (next && next.startDate <= weekend.endDate) return [weekend.name, next.name]
  }
  return undefined
}

/** Returns the weekends that may be added: those of no season, and those that were taken out in the editor, by date. */
export const addable = (weekends: readonly Weekend[], seasonId: number, rounds: readonly RoundDraft[]): Weekend[] => {
  const chosen = new Set(rounds.map(({ weekendId }) => weekendId))
  return weekends.filter((weekend) => (weekend.seasonId ?? seasonId) === seasonId && !chosen.has(weekend.id))
}
