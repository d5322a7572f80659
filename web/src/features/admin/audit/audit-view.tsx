import { Button, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { QueryError } from '../../../client/api/query-error.tsx'
import { useSetSearchParameters } from '../../../client/browser/use-set-search-parameters.ts'
import { Icon } from '../../../ui/base/icon.tsx'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { instantOf } from '../../../ui/time/typed-time.ts'
import { inUtc } from '../../../ui/time/zoned-time.ts'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import { allRacesQuery } from '../base/api/admin-queries.ts'
import { tabAddress } from '../base/api/setup-tabs.ts'
import { ListLoading } from '../base/components/list-loading.tsx'
import { SetupHead } from '../base/components/setup-head.tsx'
import { peopleQuery } from '../moderation/api/moderation-queries.ts'
import { AuditLine } from './audit-entry.tsx'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import { type AuditFilters, auditQueryOf, filtersOf, isFiltered } from './audit-filters.ts'
import { auditLogQuery } from './audit-queries.ts'

/** Longer than a pause while typing, in ms. */
const DEBOUNCE_MS = 300

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the start of a day in a time zone; the start in UTC where the clocks skip midnight. */
const startIn =
  (timeZone: string) =>
  (day: string, days: number): string => {
    const moved = inUtc(day).add(days, 'day').format('YYYY-MM-DD')
    return instantOf(timeZone, `${moved}T00:00`) ?? `${moved}T00:00:00.000Z`
  }

const nameIn = (value: unknown): string | undefined => {
  const name = typeof value === 'object' && value !== null ? Reflect.get(value, 'name') : undefined
  return typeof name === 'string' ? name : undefined
}

/** The audit log, newest first, with filters and CSV export. */
export const AuditView = () => {
  const timeZone = useActiveWeekend().weekend?.timeZone ?? ownZone()
  const [address] = useSearchParams()
  const filters = filtersOf(address)
  const choose: (choice: Partial<AuditFilters>) => void = useSetSearchParameters()
  const query = auditQueryOf(filters, startIn(timeZone)).toString()
  const [debounced] = useDebouncedValue(query, DEBOUNCE_MS)
  const log = useInfiniteQuery({ ...auditLogQuery(debounced), placeholderData: keepPreviousData })
  const races = new Map(useQuery(allRacesQuery).data?.map((race) => [String(race.id), race.name]))
  const people = useQuery(peopleQuery(filters.person === '' ? [] : [filters.person])).data
  const entries = log.data?.pages.flat()
  const personName =
    entries?.find(({ actor }) => actor.id === filters.person)?.actor.username ??
    people?.find(({ userId }) => userId === filters.person)?.userName
  return (
    <>
      <SetupHead
        title="Audit log"
        text={`Who changed what, and what it was before. Times in ${timeZone}.`}
        end={
          <>
            <Button
              component={Link}
              variant="outline"
              leftSection={<Icon icon={IconArrowLeft} size={16} />}
              to={tabAddress('results')}
            >
              All results
            </Button>
            <Button
              component="a"
              variant="outline"
              leftSection={<Icon icon={IconDownload} size={16} />}
              href={`/api/admin/audit.csv${query === '' ? '' : `?${query}`}`}
              download
            >
              Download CSV
            </Button>
          </>
        }
      />
      <Panel single flush>
        <AuditFilterBar
          filters={filters}
          actions={entries?.map(({ action }) => action) ?? []}
          subjects={entries?.map(({ subject }) => subject.type) ?? []}
          personName={personName}
          onChoose={choose}
        />
        {entries === undefined ? (
          log.isError ? (
            <QueryError title="Couldn’t load the log" query={log} />
          ) : (
            <ListLoading title="Loading the log..." />
          )
        ) : entries.length === 0 ? (
          <EmptyState
            title={isFiltered(filters) ? 'No actions match these filters' : 'No actions yet'}
            text="What administrators do is listed here, newest first."
          />
        ) : (
          <ol className="ps-lined" aria-label="Audit log" aria-busy={log.isPlaceholderData}>
            {entries.map((entry) => (
              <AuditLine
                key={entry.id}
                entry={entry}
                subjectName={
                  nameIn(entry.after) ??
                  nameIn(entry.before) ??
                  (entry.subject.type === 'race' ? races.get(entry.subject.id) : undefined)
                }
                zone={{ timeZone }}
                onChoose={choose}
              />
            ))}
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
        {entries !== undefined && entries.length > 0 && !log.hasNextPage && (
          <Text size="xs" c="var(--ps-ink-3)" className="ps-above" py={12} px={16}>
            That’s everything.
          </Text>
        )}
      </Panel>
    </>
  )
}
