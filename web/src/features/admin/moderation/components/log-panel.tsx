import { Box, Text } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { serverNow } from '../../../../client/time/server-clock.ts'
import { join } from '../../../../ui/base/join.ts'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { formatWhen } from '../../../../ui/time/format.ts'
import { affectedUserId, logLine } from '../api/moderation-labels.ts'
import { logQuery, peopleQuery } from '../api/moderation-queries.ts'
import classes from './moderation.module.css'

/** Maximum number of ids per request for names. */
const MAX_NAMED = 100

/** Log of moderation: action, moderator, affected user, time and reason. */
export const LogPanel = ({ weekend }: { weekend: Weekend }) => {
  const log = useInfiniteQuery(logQuery)
  const entries = log.data?.pages.flat()
  const ids = [...new Set(entries?.flatMap((entry) => affectedUserId(entry) ?? []))].slice(0, MAX_NAMED)
  const people = useQuery({ ...peopleQuery(ids), placeholderData: keepPreviousData }).data
  const names = new Map(people?.map(({ userId, userName }) => [userId, userName]))
  const now = serverNow()
  return (
    <Panel title="Audit log" flush>
      {entries === undefined ? (
        log.isError ? (
          <QueryError order={3} title="Couldn’t load the log" query={log} />
        ) : (
          <Text variant="note" py={14} px={16}>
            Loading...
          </Text>
        )
      ) : entries.length === 0 ? (
        <Text variant="note" py={14} px={16}>
          No moderation in the chats yet.
        </Text>
      ) : (
        <ol className="ps-lined" aria-label="Audit log">
          {entries.map((entry) => {
            const { description, userId, text } = logLine(entry, now, weekend.id, weekend)
            const name = userId === undefined ? undefined : (names.get(userId) ?? (people && 'Anonymous'))
            return (
              <Box component="li" key={entry.id} px={16} pt={11} pb={12}>
                <div className={join('ps-sm ps-between', classes.who)}>
                  <b className="ps-clip">{entry.actor.username ?? 'Administrator'}</b>
                  <time className="ps-note ps-faint" dateTime={entry.at}>
                    {formatWhen(entry.at, now, weekend)}
                  </time>
                </div>
                <p className="ps-wrap">{description}</p>
                <p className="ps-note ps-wrap">
                  {name && (
                    <>
                      <b>{name}</b> ·{' '}
                    </>
                  )}
                  {text}
                </p>
              </Box>
            )
          })}
        </ol>
      )}
      {log.hasNextPage && (
        <div className="ps-foot">
          <AsyncButton
            variant="outline"
            size="sm"
            loading={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
          >
            {log.isFetchingNextPage ? 'Loading...' : 'Older entries'}
          </AsyncButton>
        </div>
      )}
    </Panel>
  )
}
