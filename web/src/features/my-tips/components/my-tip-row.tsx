import { Badge, Box, Text } from '@mantine/core'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import { join } from '../../../ui/base/join.ts'
import { Plate } from '../../../ui/racing/plate.tsx'
import { formatNumber, formatTime, formatTipDate, type TimeZoneOption } from '../../../ui/time/format.ts'
import { isOut, outLabel } from '../../tipping/api/tip-card-state.ts'
import classes from './my-tip-row.module.css'

/** The group of a tip, as the row shows it. */
export type TipGroup = { name: string; isPending: boolean }

const Outcome = ({ tip, isPending }: { tip: Tip; isPending: boolean }) => {
  if (isPending) return <Badge variant="yellow">Pending Approval</Badge>
  if (tip.points > 0)
    return (
      <span className="ps-points">
        {formatNumber(tip.points)}
        <Box component="small" className="ps-faint" fz={12} fw={520}>
          {' '}
          {tip.points === 1 ? 'point' : 'points'}
        </Box>
      </span>
    )
  if (isOut(tip.car)) return <Badge variant="red">Out · {outLabel(tip.car)}</Badge>
  return (
    <Text span inherit c="var(--ps-ink-3)">
      no points yet
    </Text>
  )
}

/** A tip: car, category, group, points, and when it was submitted. */
export const MyTipRow = ({ tip, group, zone }: { tip: Tip; group?: TipGroup | undefined; zone: TimeZoneOption }) => {
  const isCarOut = isOut(tip.car)
  const isPending = group?.isPending ?? false
  return (
    <li className={classes.row}>
      <Plate number={tip.car.plate} look={isCarOut ? 'out' : isPending ? 'dim' : 'solid'} />
      <Box miw={0}>
        <div className={classes.car}>
          <b className={join('ps-clip', isCarOut && 'ps-struck')}>
            Car #{tip.car.plate} - {tip.car.driver}
          </b>
          <Text span inherit c="var(--ps-ink-3)" truncate>
            {tip.car.team}
          </Text>
        </div>
        <Box className="ps-muted" fz={12.5} lh="18px">
          <span className="ps-wrap">{tip.category}</span>
          {group && (
            <>
              <Box component="i" className="ps-faint" fs="normal" mx={3} visibleFrom="sm">
                {' · '}
              </Box>
              <span className={classes.group} dir="auto">
                {group.name}
              </span>
            </>
          )}
        </Box>
      </Box>
      <div className={classes.end}>
        <div>
          <Outcome tip={tip} isPending={isPending} />
        </div>
        <Text component="time" inherit c="var(--ps-ink-3)" dateTime={tip.submittedAt}>
          <span>{formatTipDate(tip.submittedAt, zone)}</span>
          <Box component="i" fs="normal" visibleFrom="sm">
            {' · '}
          </Box>
          <span>{formatTime(tip.submittedAt, zone)}</span>
        </Text>
      </div>
    </li>
  )
}
