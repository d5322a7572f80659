import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { serverNow } from '../../../../client/time/server-clock.ts'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { formatWhen, type TimeZoneOption } from '../../../../ui/time/format.ts'
import { pausesQuery } from '../api/live-timing-queries.ts'
import classes from './live-timing.module.css'

/** Log of pauses and resumptions, latest first. */
export const PausesPanel = ({ zone }: { zone: TimeZoneOption }) => {
  const pauses = useQuery(pausesQuery)
  const now = serverNow()
  return (
    <Panel title="Paused and resumed" flush>
      {pauses.data === undefined && pauses.isError ? (
        <QueryError order={3} title="Couldn’t load the log" query={pauses} />
      ) : pauses.data?.length ? (
        <ol className="ps-lined" aria-label="Paused and resumed">
          {pauses.data.map(({ id, at, action, actor }) => (
            <li key={id} className={classes.entry}>
              <time dateTime={at}>{formatWhen(at, now, zone)}</time>
              <span className="ps-wrap">
                {action === 'live-timing.paused' ? 'Paused' : 'Resumed'} by {actor.username ?? 'an administrator'}
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <Text variant="note" py={14} px={16}>
          {pauses.data ? 'Never so far.' : 'Loading...'}
        </Text>
      )}
    </Panel>
  )
}
