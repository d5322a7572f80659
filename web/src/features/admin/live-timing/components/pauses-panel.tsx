import { Flex, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { serverNow } from '../../../../client/time/server-clock.ts'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { formatWhen, type TimeZoneOption } from '../../../../ui/time/format.ts'
import { pausesQuery } from '../api/live-timing-queries.ts'

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
            <Flex component="li" key={id} gap={8} py={10} px={16} fz={13.5}>
              <Text component="time" dateTime={at} inherit c="var(--ps-ink-3)" flex="none" w={110}>
                {formatWhen(at, now, zone)}
              </Text>
              <span className="ps-wrap">
                {action === 'live-timing.paused' ? 'Paused' : 'Resumed'} by {actor.username ?? 'an administrator'}
              </span>
            </Flex>
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
