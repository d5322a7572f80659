import type { RoundState, SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { formatNumber } from '../../../ui/time/format.ts'
import type { BoardPage } from './leaderboard-keys.ts'

/** Most rounds with a column of their own: as many as fit beside a name. */
export const MAX_ROUND_COLUMNS = 14

/** A round that has a column on a season's leaderboard. */
export type RoundColumn = {
  weekendId: number
  /** `R5`. */
  label: string
  /** The name of its weekend, and by what it is multiplied. */
  name: string
  multiplier: number
}

export type SeasonColumns = {
  /** The latest rounds that count already, in order. */
  rounds: readonly RoundColumn[]
  /** The highest season points of a round among the first rows; the scale of the bars. */
  best: number
}

/** Most rounds with a column of their own in a dialog. */
export const MAX_DIALOG_COLUMNS = 9

/** Returns the columns of a season's leaderboard: the latest rounds that count already. */
export const seasonColumns = (
  season: Season,
  weekends: readonly Pick<Weekend, 'id' | 'name'>[],
  { entries }: Pick<BoardPage<SeasonEntry>, 'entries'>,
  most = MAX_ROUND_COLUMNS,
): SeasonColumns => {
  const counting = new Set(entries.flatMap(({ rounds }) => rounds.map(({ weekendId }) => weekendId)))
  const names = new Map(weekends.map(({ id, name }) => [id, name]))
  const rounds = season.weekends
    .filter(({ weekendId }) => counting.has(weekendId))
    .map(({ weekendId, round, multiplier }) => {
      const name = names.get(weekendId) ?? `Round ${round}`
      return {
        weekendId,
        label: `R${round}`,
        name: multiplier === 1 ? name : `${name}, counts × ${multiplier}`,
        multiplier,
      }
    })
  const points = entries.flatMap((entry) => entry.rounds.map(({ seasonPoints }) => seasonPoints ?? 0))
  return { rounds: rounds.slice(-most), best: Math.max(1, ...points) }
}

/** What a round is for a participant, in words. */
export const ROUND_STATES: Record<RoundState, string> = {
  counted: 'counts',
  dropped: 'dropped',
  missed: 'missed',
  void: 'cancelled',
  before: 'before joining',
  pending: 'no tip yet',
}

/** A round of a row: its points and state, and whether the fan's joker was there. */
export type RowRound = Pick<SeasonEntry['rounds'][number], 'seasonPoints' | 'state'> & { hasJoker: boolean }

/** Returns the round of a weekend in a row; undefined for a row that was read before the round counted. */
export const roundOf = (
  { rounds, jokers }: Pick<SeasonEntry, 'rounds' | 'jokers'>,
  weekendId: number,
): RowRound | undefined => {
  const round = rounds.find((other) => other.weekendId === weekendId)
  return round && { ...round, hasJoker: jokers.some((joker) => joker.weekendId === weekendId) }
}

/** Describes a round: "60", "12 dropped", "cancelled", "80 with joker". */
export const describeRound = ({ seasonPoints, state, hasJoker }: RowRound): string =>
  [
    seasonPoints === null ? '' : formatNumber(seasonPoints),
    state === 'counted' ? '' : ROUND_STATES[state],
    hasJoker ? 'with joker' : '',
  ]
    .filter(Boolean)
    .join(' ')
