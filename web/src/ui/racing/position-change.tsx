import { join } from '../base/join.ts'

/** Describes a change of position for screen readers: "up 6 positions", "down 1 position", "same position". */
export const positionChangeText = (places: number): string => {
  if (places === 0) return 'same position'
  const count = Math.abs(places)
  return `${places > 0 ? 'up' : 'down'} ${count} ${count === 1 ? 'position' : 'positions'}`
}

export type PositionChangeProps = {
  /** Positions gained since the last result, negative if lost; null or undefined without an earlier leaderboard. */
  places: number | null | undefined
  /** Whether another result has come since: it has no colour then. */
  isEarlier?: boolean
}

/** Change of position: ▲6 in green, ▼3 in yellow, – in grey. */
export const PositionChange = ({ places, isEarlier = false }: PositionChangeProps) => {
  const tone = !places || isEarlier ? 'ps-faint' : places > 0 ? 'ps-good' : 'ps-slow'
  return (
    <span role="img" aria-label={positionChangeText(places ?? 0)} className={join('ps-row ps-num ps-xs', tone)}>
      {places ? (
        <>
          <svg width="12" height="10" viewBox="0 0 12 10" fill="currentColor" aria-hidden="true">
            <path d={places > 0 ? 'M5 1.5 9.4 8.5H.6z' : 'M5 8.5.6 1.5h8.8z'} />
          </svg>
          {Math.abs(places)}
        </>
      ) : (
        '–'
      )}
    </span>
  )
}
