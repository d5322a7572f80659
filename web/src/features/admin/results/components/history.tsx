import { Badge, Box, Flex, Text } from '@mantine/core'
import type { ResultCar, ResultRevision } from '@purple-sector/contracts/admin/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useInfiniteQuery } from '@tanstack/react-query'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { Plate } from '../../../../ui/racing/plate.tsx'
import { formatDayTime, ordinal, plural, type TimeZoneOption } from '../../../../ui/time/format.ts'
import { shortName } from '../api/driver-names.ts'
import { RESULT_STATUSES, RESULT_TONES } from '../api/result-labels.ts'
import { revisionChanges } from '../api/revision-changes.ts'
import { revisionsQuery } from '../api/revisions-query.ts'
import classes from './history.module.css'

/** Number of listed places of a revision; the others are only counted. */
const VISIBLE_PLACES = 5

const Driver = ({ car, isBefore }: { car: ResultCar | null; isBefore?: boolean }) =>
  car ? (
    <Flex component="span" className={isBefore ? 'ps-faint' : undefined} align="center" gap={8}>
      <Plate number={car.plate} size="sm" />
      <span className="ps-clip">{shortName(car.driver)}</span>
    </Flex>
  ) : (
    <Text span inherit c="var(--ps-ink-3)">
      –
    </Text>
  )

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
      <Text variant="note">{places.length > 0 ? 'No car has a position any more.' : 'The session is cancelled.'}</Text>
    )
  return (
    <>
      {visible.length > 0 && (
        <table className={classes.places}>
          <thead>
            <tr>
              <th scope="col">Position</th>
              {!isFirst && <th scope="col">Revision {revision.revision - 1}</th>}
              <th scope="col">Revision {revision.revision}</th>
            </tr>
          </thead>
          <tbody>
            {visible.map(({ place, before, after }) => (
              <tr key={place}>
                <th scope="row">{ordinal(place)}</th>
                {!isFirst && (
                  <td>
                    <Driver car={before} isBefore />
                  </td>
                )}
                <td>
                  <Driver car={after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Text variant="note">
        {notes.length > 0
          ? notes.join(' · ')
          : visible.length === 0 && 'No car moved. Only the status or reason changed.'}
      </Text>
    </>
  )
}

const Revision = ({ revision, zone }: { revision: ResultRevision; zone: TimeZoneOption }) => (
  <li className={classes.revision}>
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
    {revision.reason !== null && <p className={classes.reason}>“{revision.reason}”</p>}
    <Changes revision={revision} />
  </li>
)

/** History of a result: every revision with author, time, reason and changed places, newest first. */
export const History = ({ race, zone }: { race: Race; zone: TimeZoneOption }) => {
  const loaded = useInfiniteQuery(revisionsQuery(race))
  const revisions = loaded.data?.pages.flat()
  if (race.resultRevision === null) return <p className={classes.none}>Nothing has been published yet.</p>
  if (!revisions)
    return loaded.isError ? (
      <QueryError order={3} title="Couldn’t load the history" query={loaded} />
    ) : (
      <p className={classes.none}>Loading...</p>
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
