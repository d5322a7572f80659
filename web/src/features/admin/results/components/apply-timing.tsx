import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { IconStopwatch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useToastMutation } from '../../../../client/api/toast-mutation.ts'
import { Icon } from '../../../../ui/base/icon.tsx'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { plural } from '../../../../ui/time/format.ts'
import { timingFeedQuery } from '../../base/api/timing-feed-query.ts'
import { readTiming } from '../api/import-queries.ts'

const describeUnmatched = ({ unmatched }: ParsedImport): string =>
  unmatched.length > 0 ? ` Not entered and left out: ${unmatched.map(({ number }) => `car ${number}`).join(', ')}.` : ''

/** Button that applies the current order of live timing to the draft; absent if there is none. */
export const ApplyTiming = ({
  race,
  onApply,
}: {
  race: Pick<Race, 'id' | 'locked'>
  onApply(parsed: ParsedImport): void
}) => {
  // The first snapshot locks a session, so an open session has no live timing.
  const feed = useQuery({ ...timingFeedQuery(race.id), enabled: race.locked })
  const apply = useToastMutation({
    mutationFn: () => readTiming(race.id),
    onDone: (parsed) => onApply(parsed),
    success: (parsed) => ({
      title: 'Order imported',
      message: `${plural(parsed.classification.length, 'car')} from live timing.${describeUnmatched(parsed)}`,
    }),
    failure: 'Failed to import the order',
    offline: 'We can’t reach the server. Your draft hasn’t changed.',
  })
  if (!feed.data?.timing) return null
  return (
    <AsyncButton
      variant="quiet"
      size="sm"
      leftSection={<Icon icon={IconStopwatch} size={16} />}
      aria-label="Use the order from live timing"
      loading={apply.isPending}
      onClick={() => apply.mutate()}
    >
      Live timing
    </AsyncButton>
  )
}
