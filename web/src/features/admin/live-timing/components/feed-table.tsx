import { Button } from '@mantine/core'
import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import { useState } from 'react'
import { Plate } from '../../../../ui/racing/plate.tsx'
import { formatLap } from '../../../../ui/time/format.ts'
import classes from './sources.module.css'
import { formatGapToLeader } from './timing-labels.ts'

/** Number of rows that suffice to recognise the session. */
const VISIBLE_ROWS = 8

/** The first rows of the order as the source sends it. */
export const FeedTable = ({ entries }: { entries: Timing['entries'] }) => {
  const [showsAll, showAll] = useState(false)
  return (
    <>
      <table className={classes.table}>
        <caption className="ps-hidden">What the source says</caption>
        <thead>
          <tr>
            <th scope="col">Pos</th>
            <th scope="col">Car</th>
            <th scope="col">Driver</th>
            <th scope="col" className={classes.figure}>
              Laps
            </th>
            <th scope="col" className={classes.figure}>
              Gap
            </th>
            <th scope="col" className={classes.lap}>
              Last lap
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.slice(0, showsAll ? undefined : VISIBLE_ROWS).map((entry) => (
            <tr key={entry.plate}>
              <td>{entry.place ?? '–'}</td>
              <td>
                <Plate number={entry.plate} size="sm" look={entry.status === 'out' ? 'out' : 'solid'} />
              </td>
              <th scope="row">
                <span className="ps-clip">{entry.driver ?? '–'}</span>
                {entry.carId === null && <span className="ps-slow">not entered</span>}
              </th>
              <td className={classes.figure}>{entry.laps}</td>
              <td className={classes.figure}>{formatGapToLeader(entry)}</td>
              <td className={classes.lap}>{entry.lastLapMs === null ? '–' : formatLap(entry.lastLapMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {entries.length > VISIBLE_ROWS && (
        <div className={classes.more}>
          <Button variant="quiet" size="sm" onClick={() => showAll(!showsAll)}>
            {showsAll ? 'Show the first rows' : `Show all ${entries.length} cars`}
          </Button>
        </div>
      )}
    </>
  )
}
