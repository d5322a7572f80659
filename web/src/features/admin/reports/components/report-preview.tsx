import { displayName } from '@purple-sector/contracts/identity/display-name'
import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { Brand } from '../../../../ui/layout/brand.tsx'
import { formatNumber, plural } from '../../../../ui/time/format.ts'
import { leaderboardQuery } from '../../../leaderboard-rows/api/leaderboard-queries.ts'
import { weekendDates } from '../../../weekend-data/api/weekend-labels.ts'
import classes from './report-preview.module.css'

const TOP = 10

/** Preview of the first inner page of the weekend's report, from the current leaderboard. */
export const ReportPreview = ({ weekend }: { weekend: Weekend }) => {
  const board = useQuery(leaderboardQuery(openCompetition(weekend.id), 'official'))
  const { name, venue } = weekend
  if (board.data === undefined && board.isError)
    return <QueryError order={2} title="Couldn’t load the board" query={board} />
  const top = board.data?.entries.slice(0, TOP) ?? []
  const total = board.data?.total ?? 0
  const foot =
    board.data === undefined
      ? 'Loading the board...'
      : total === 0
        ? 'No one has tipped.'
        : total > TOP
          ? `Top ${TOP} of ${plural(total, 'fan')}`
          : plural(total, 'fan')
  return (
    <figure className={classes.desk}>
      <div className={classes.sheet}>
        <Brand className={classes.brand} />
        <h2 className={classes.title}>{name}</h2>
        <p>{[venue, weekendDates(weekend)].filter(Boolean).join(' · ')}</p>
        <div className={classes.sectors} aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
        <table className={classes.board}>
          <caption className="ps-hidden">The top 10 of the leaderboard</caption>
          <thead className="ps-hidden">
            <tr>
              <th scope="col">Position</th>
              <th scope="col">Fan</th>
              <th scope="col">Points</th>
            </tr>
          </thead>
          <tbody>
            {top.map((entry) => (
              <tr key={entry.userId}>
                <td>{entry.position === null ? '–' : `${entry.tieBreak === 'shared' ? '=' : ''}${entry.position}`}</td>
                <td dir="auto">{displayName(entry)}</td>
                <td>{entry.totalPoints === null ? '–' : formatNumber(entry.totalPoints)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={classes.foot}>{foot}</p>
      </div>
      <figcaption className="ps-xs ps-faint">Preview of page 2, with the leaderboard as it is now</figcaption>
    </figure>
  )
}
