import type { CSSProperties } from 'react'
import { join } from '../../../ui/base/join.ts'
import { ShareBar } from '../../../ui/controls/share-bar.tsx'
import { Plate } from '../../../ui/racing/plate.tsx'
import { positionText } from '../../../ui/racing/position.tsx'
import { formatNumber, formatPercent, plural } from '../../../ui/time/format.ts'
import type { RankedDriver } from '../api/poll-ranking.ts'
import { DriverName } from './driver-name.tsx'
import classes from './poll-bar.module.css'

type Props = {
  driver: RankedDriver
  layout?: 'row' | 'bar'
  /** Whether to show the share, which says nothing more than the count when there are few votes. */
  hasShare?: boolean
}

/** A driver's bar on a scale from 0% to 100%; `row` is a row of a wide list with the team. */
export const PollBar = ({ driver, layout = 'bar', hasShare = true }: Props) => {
  const { rank, isShared, car, driverName, votes, percentage, isOwn } = driver
  const isRow = layout === 'row'
  const isLead = hasShare && rank === 1
  const style: CSSProperties & Record<'--fill', string | undefined> = {
    '--fill': isLead ? 'var(--ps-purple)' : isOwn ? 'var(--ps-ink)' : undefined,
  }
  return (
    <li
      className={join(
        classes[layout],
        isRow && (isLead || isOwn) && 'ps-edge',
        isRow && isOwn && classes.mine,
        !hasShare && classes.plain,
      )}
      style={style}
    >
      <span className={classes.rank}>{positionText(rank, { shared: isShared })}</span>
      <Plate number={car?.plate} size={isRow ? 'md' : 'sm'} />
      <span className="ps-lines">
        <DriverName name={driverName} isOwn={isOwn} />
        {isRow && <span className="ps-note">{car?.team ?? ' '}</span>}
      </span>
      {hasShare && <ShareBar percent={percentage} tall={isRow} className={classes.scale} />}
      <span className={classes.votes}>
        {isRow ? (
          <>
            <span className="ps-data ps-muted">{formatNumber(votes)}</span> {votes === 1 ? 'vote' : 'votes'}
          </>
        ) : (
          plural(votes, 'vote')
        )}
      </span>
      {hasShare && (
        <span className={join(classes.share, isRow ? 'ps-figure-m' : 'ps-points', isLead && 'ps-best')}>
          {formatPercent(percentage)}
        </span>
      )}
    </li>
  )
}
