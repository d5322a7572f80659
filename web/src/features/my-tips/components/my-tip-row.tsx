import { Badge, Box } from '@mantine/core'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import { join } from '../../../ui/base/join.ts'
import { DataRow } from '../../../ui/racing/data-row.tsx'
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
  return <span className="ps-faint">no points yet</span>
}

/** A tip: car, category, group, points, and when it was submitted. */
export const MyTipRow = ({ tip, group, zone }: { tip: Tip; group?: TipGroup | undefined; zone: TimeZoneOption }) => {
  const isCarOut = isOut(tip.car)
  const isPending = group?.isPending ?? false
  return (
    <DataRow className={classes.row}>
      <span>
        <Plate number={tip.car.plate} look={isCarOut ? 'out' : isPending ? 'dim' : 'solid'} />
      </span>
      <div>
        <div className={classes.line}>
          <b className={join('ps-clip', isCarOut && 'ps-struck')}>
            Car #{tip.car.plate} - {tip.car.driver}
          </b>
          <span className="ps-clip ps-note ps-faint">{tip.car.team}</span>
          {tip.isAutomatic && <Badge variant="plain">Automatic</Badge>}
          {tip.isCopy && <Badge variant="plain">Open tip</Badge>}
        </div>
        <div className={join('ps-note', classes.line)}>
          <span className="ps-wrap">{tip.category}</span>
          {group && (
            <>
              <span className="ps-faint mantine-visible-from-sm">{' · '}</span>
              <span className="ps-wrap ps-faint" dir="auto">
                {group.name}
              </span>
            </>
          )}
        </div>
      </div>
      <div className={join('ps-sm', classes.end)}>
        <Outcome tip={tip} isPending={isPending} />
        <time className="ps-xs ps-faint" dateTime={tip.submittedAt}>
          <span>{formatTipDate(tip.submittedAt, zone)}</span>
          <span className="mantine-visible-from-sm">{' · '}</span>
          <span>{formatTime(tip.submittedAt, zone)}</span>
        </time>
      </div>
    </DataRow>
  )
}
