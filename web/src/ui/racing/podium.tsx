import type { ReactNode } from 'react'
import { join } from '../base/join.ts'
import { formatNumber } from '../time/format.ts'
import classes from './podium.module.css'
import { positionText } from './position.tsx'

export type PodiumStep = {
  key: string
  name: string
  points: number
  avatar: ReactNode
  position?: number
  shared?: boolean
}

const PLACES = [1, 2, 3] as const

/** Height and metal by place; users who share a place stand level. */
const METALS: Record<number, string | undefined> = { 1: classes.gold, 2: classes.silver, 3: classes.bronze }

const Step = ({ step, place }: { step: PodiumStep; place: number }) => {
  const position = step.position ?? place
  return (
    <li className={join(classes.step, METALS[position])}>
      {step.avatar}
      <span className={classes.name} dir="auto">
        {step.name}
      </span>
      <div className={classes.clip}>
        <div className={classes.block}>
          <b className={classes.place}>{positionText(position, { shared: step.shared ?? false })}</b>
          <span className={classes.points}>{formatNumber(step.points)}</span>
        </div>
      </div>
    </li>
  )
}

/** A place without a holder: its block is hollow, so that the podium is complete. */
const VacantStep = ({ place, words }: { place: number; words: string }) => (
  <li className={join(classes.step, METALS[place], classes.vacant)}>
    <span className={classes.none} aria-hidden="true" />
    <span className="ps-faint">{words}</span>
    <div className={classes.clip}>
      <div className={classes.block}>
        <b className={classes.place}>{place}</b>
      </div>
    </div>
  </li>
)

/** The first three as 2–1–3, read as 1, 2, 3. `rising`: the blocks come up 3, 2, 1. */
export const Podium = ({
  steps,
  vacant,
  rising,
  className,
}: {
  steps: readonly PodiumStep[]
  /** The text on a place without a holder. */
  vacant: string
  rising?: boolean
  className?: string | undefined
}) => (
  <ol className={join(classes.podium, rising && classes.rising, className)}>
    {PLACES.map((place) => {
      const step = steps[place - 1]
      return step ? (
        <Step key={step.key} step={step} place={place} />
      ) : (
        <VacantStep key={place} place={place} words={vacant} />
      )
    })}
  </ol>
)
