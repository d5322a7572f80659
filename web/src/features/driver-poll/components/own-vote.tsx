import { Skeleton } from '@mantine/core'
import type { Vote } from '@purple-sector/contracts/engagement/http'
import { formatDayTime, type TimeZoneOption } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Plate } from '../../../ui/plate.tsx'
import type { Field } from '../api/poll-queries.ts'
import { carOf } from '../api/poll-ranking.ts'
import classes from './own-vote.module.css'

/** `vote` is null when there is none, undefined while unknown. */
type Props = { vote: Vote | null | undefined; fields: readonly Field[]; zone: TimeZoneOption; isClosed: boolean }

/** The driver the fan has voted for, and when. */
export const OwnVote = ({ vote, fields, zone, isClosed }: Props) => {
  const car = vote ? carOf(fields, vote) : undefined
  return (
    <Panel span={1} title="Your vote" actions={vote ? formatDayTime(vote.votedAt, zone) : undefined} flush>
      <div className={classes.vote}>
        <Plate number={car?.plate} size="lg" className={classes.plate} />
        {vote ? (
          <div className="ps-fill ps-lines">
            <b className={classes.name}>{vote.driverName}</b>
            {car && <span className="ps-muted">{car.team}</span>}
            <span className="ps-xs ps-faint">{vote.category}</span>
          </div>
        ) : vote === null ? (
          <p className="ps-muted">{isClosed ? 'You didn’t vote.' : 'You haven’t voted yet.'}</p>
        ) : (
          <Skeleton width="44%" />
        )}
      </div>
    </Panel>
  )
}
