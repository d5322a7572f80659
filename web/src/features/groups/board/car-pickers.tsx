import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import { useState } from 'react'
import { plural } from '../../../ui/time/format.ts'
import type { PublicPicks } from '../../tipping/api/picks-query.ts'
import classes from './car-pickers.module.css'

const MAX_VISIBLE = 6

/** Members who picked a car: the first few, all on request. */
export const CarPickers = ({
  members,
  carId,
  userId,
}: {
  members: NonNullable<PublicPicks['members']>
  carId: number
  userId: string | undefined
}) => {
  const [isExpanded, setIsExpanded] = useState(false)
  const pickers = members.filter((member) => member.carId === carId)
  // The user's own row comes first, so that it is always visible.
  const sorted = [...pickers].sort((a, b) => Number(b.userId === userId) - Number(a.userId === userId))
  const visible = isExpanded ? sorted : sorted.slice(0, MAX_VISIBLE)
  const names = visible.map((member) =>
    member.userId === userId ? 'You' : bidiIsolate(member.username ?? 'Anonymous'),
  )
  const hiddenCount = sorted.length - visible.length
  return (
    <p className={classes.who}>
      {names.join(', ')}
      {hiddenCount > 0 && (
        <>
          {' '}
          <button type="button" className={classes.more} onClick={() => setIsExpanded(true)}>
            and {plural(hiddenCount, 'more', 'more')}
          </button>
        </>
      )}
    </p>
  )
}
