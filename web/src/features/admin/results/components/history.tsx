import { Badge, Box, Flex, Text } from '@mantine/core'
import type { ResultRevision } from '@purple-sector/contracts/admin/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useInfiniteQuery } from '@tanstack/react-query'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { formatDayTime, plural, type TimeZoneOption } from '../../../../ui/time/format.ts'
import { RESULT_STATUSES, RESULT_TONES } from '../api/result-labels.ts'
import { revisionChanges } from '../api/revision-changes.ts'
import { revisionsQuery } from '../api/revisions-query.ts'
import { PlacesTable } from './places-table.tsx'

/** Number of listed places of a revision; the others are only counted. */
const VISIBLE_PLACES = 5

const Changes = ({ revision }: { revision: ResultRevision }) => {
  const { places, statusChanges, otherChangesCount } = revisionChanges(revision)
  const isFirst = places.every(({ before }) => before === null)
  const visible = places.slice(0, isFirst ? 3 : VISIBLE_PLACES)
  const hiddenCount = places.length - visible.length
  const notes = [
    ...statusChanges,
    hiddenCount > 0 &&
      (isFirst ? `${plural(hiddenCount, 'more car')} placed` : `${plural(hiddenCount, 'more position')} changed`),
    otherChangesCount > 0 && `Laps or times of ${plural(otherChangesCount, 'car')}`,
  ].filter((note) => note !== false)
  if (revision.status === 'cancelled')
    return (
      <Text variant="note" mt={6}>
        {places.length > 0 ? 'No car has a position any more.' : 'The session is cancelled.'}
      </Text>
    )
  return (
    <>
      {visible.length > 0 && (
        <Box mt={8}>
          <PlacesTable places={visible} from={isFirst ? null : revision.revision - 1} to={revision.revision} />
        </Box>
      )}
      {(notes.length > 0 || visible.length === 0) && (
        <Text variant="note" mt={6}>
          {notes.length > 0 ? notes.join(' · ') : 'No car moved. Only the status or reason changed.'}
        </Text>
      )}
    </>
  )
}

const Note = ({ children }: { children: string }) => (
  <Text variant="note" py={14} px={16}>
    {children}
  </Text>
)

const Revision = ({ revision, zone }: { revision: ResultRevision; zone: TimeZoneOption }) => (
  <Box component="li" p="12px 16px 14px">
    <Flex align="center" gap={10} wrap="wrap">
      <Box component="b" fz={13.5} fw={580}>
        Revision {revision.revision}
      </Box>
      <Badge variant={RESULT_TONES[revision.status]}>{RESULT_STATUSES[revision.status]}</Badge>
      <Text span variant="note" ml="auto">
        {revision.actor.username ?? 'Administrator'} ·{' '}
        <time dateTime={revision.publishedAt}>{formatDayTime(revision.publishedAt, zone)}</time>
      </Text>
    </Flex>
    {revision.reason !== null && (
      <Text size="sm" className="ps-wrap" mt={4}>
        “{revision.reason}”
      </Text>
    )}
    <Changes revision={revision} />
  </Box>
)

/** History of a result: every revision with author, time, reason and changed places, newest first. */
export const History = ({ race, zone }: { race: Race; zone: TimeZoneOption }) => {
  const loaded = useInfiniteQuery(revisionsQuery(race))
  const revisions = loaded.data?.pages.flat()
  if (race.resultRevision === null) return <Note>Nothing has been published yet.</Note>
  if (!revisions)
    return loaded.isError ? (
      <QueryError order={3} title="Couldn’t load the history" query={loaded} />
    ) : (
      <Note>Loading...</Note>
    )
  return (
    <>
      <ol className="ps-lined" aria-label="Revisions">
        {revisions.map((revision) => (
          <Revision key={revision.revision} revision={revision} zone={zone} />
        ))}
      </ol>
      {loaded.hasNextPage && (
        <div className="ps-foot">
          <AsyncButton
            variant="outline"
            size="sm"
            loading={loaded.isFetchingNextPage}
            onClick={() => void loaded.fetchNextPage()}
          >
            {loaded.isFetchingNextPage ? 'Loading...' : 'Older revisions'}
          </AsyncButton>
        </div>
      )}
    </>
  )
}
