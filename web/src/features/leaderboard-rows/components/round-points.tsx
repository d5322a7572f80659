import { join } from '../../../ui/base/join.ts'
import { formatNumber } from '../../../ui/time/format.ts'
import { ROUND_STATES, type RowRound } from '../api/rounds.ts'

const TONES: Record<RowRound['state'], string | undefined> = {
  counted: undefined,
  dropped: 'ps-faint',
  missed: 'ps-slow',
  void: 'ps-faint',
  before: 'ps-faint',
  pending: 'ps-faint',
}

/** Beside the points, which stay in the middle of their column. */
const JOKER = { position: 'absolute', lineHeight: 1 } as const

/** The season points of a round: struck through if it is dropped, `–` without any, with a mark for the joker. */
export const RoundPoints = ({ round: { seasonPoints, state, hasJoker } }: { round: RowRound }) => {
  const points = seasonPoints === null ? '–' : formatNumber(seasonPoints)
  return (
    <span className={join('ps-data', TONES[state])} title={state === 'counted' ? undefined : ROUND_STATES[state]}>
      {state === 'dropped' ? <s>{points}</s> : points}
      {hasJoker && (
        <sup className="ps-best" style={JOKER} title="Joker">
          J
        </sup>
      )}
      {state !== 'counted' && <span className="ps-hidden"> {ROUND_STATES[state]}</span>}
    </span>
  )
}
