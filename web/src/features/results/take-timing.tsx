import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { IconStopwatch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useToastMutation } from '../../lib/toast-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { plural } from '../../ui/format.ts'
import { timingFeedQuery } from '../admin/timing-feed-query.ts'
import { readTiming } from './import-queries.ts'

const leftOut = ({ unmatched }: ParsedImport): string =>
  unmatched.length > 0 ? ` Not entered and left out: ${unmatched.map(({ number }) => `car ${number}`).join(', ')}.` : ''

/** Applies the order of live timing, as of the click, to the draft; nothing if there is none. */
export const TakeTiming = ({
  race,
  onTake,
}: {
  race: Pick<Race, 'id' | 'locked'>
  onTake(reading: ParsedImport): void
}) => {
  // The first snapshot locks a session, so an open one has none.
  const feed = useQuery({ ...timingFeedQuery(race.id), enabled: race.locked })
  const take = useToastMutation({
    mutationFn: () => readTiming(race.id),
    onDone: (reading) => onTake(reading),
    success: (reading) => ({
      title: 'Order imported',
      message: `${plural(reading.classification.length, 'car')} from live timing.${leftOut(reading)}`,
    }),
    failure: 'Failed to import the order',
    offline: 'We can’t reach the server. Your draft hasn’t changed.',
  })
  if (!feed.data?.timing) return null
  return (
    <Button
      variant="quiet"
      size="sm"
      icon={IconStopwatch}
      aria-label="Use the order from live timing"
      busy={take.isPending}
      onClick={() => take.mutate()}
    >
      Live timing
    </Button>
  )
}
