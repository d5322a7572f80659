import { Badge, Text } from '@mantine/core'
import { join } from '../../../ui/base/join.ts'
import { ShareBar } from '../../../ui/controls/share-bar.tsx'
import { Plate } from '../../../ui/racing/plate.tsx'
import { positionText } from '../../../ui/racing/position.tsx'
import { formatNumber, formatPercent, plural } from '../../../ui/time/format.ts'
import type { RankedDriver } from '../api/poll-ranking.ts'
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
  return (
    <li
      className={join(
        classes[layout],
        hasShare && rank === 1 && classes.lead,
        isOwn && classes.mine,
        !hasShare && classes.plain,
      )}
    >
      <span className={classes.rank}>{positionText(rank, { shared: isShared })}</span>
      <Plate number={car?.plate} size={layout === 'bar' ? 'sm' : 'md'} className={classes.plate} />
      <span className={classes.who}>
        <span className={classes.name}>
          <span className="ps-clip" dir="auto">
            {driverName}
          </span>
          {isOwn && (
            <Badge size="xs" variant="ink">
              YOUR VOTE
            </Badge>
          )}
        </span>
        {layout === 'row' && (
          <Text span variant="note" truncate>
            {car?.team ?? ' '}
          </Text>
        )}
      </span>
      {hasShare && <ShareBar percent={percentage} tall={layout === 'row'} className={classes.scale} />}
      <span className={classes.votes}>
        {layout === 'row' ? (
          <>
            {formatNumber(votes)} <small>{votes === 1 ? 'vote' : 'votes'}</small>
          </>
        ) : (
          plural(votes, 'vote')
        )}
      </span>
      {hasShare && <span className={classes.share}>{formatPercent(percentage)}</span>}
    </li>
  )
}
