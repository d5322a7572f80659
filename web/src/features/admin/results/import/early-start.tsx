import { Flex } from '@mantine/core'
import type { LockAt } from '@purple-sector/contracts/admin/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../client/api/api.ts'
import { useToastMutation } from '../../../../client/api/toast-mutation.ts'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx'
import { formatTime, plural } from '../../../../ui/time/format.ts'
import { adminRacesQuery, adminWeekendsQuery, allRacesQuery } from '../../base/api/admin-queries.ts'
import { resultKey } from '../api/results-queries.ts'
import { ImportFrame } from './import-frame.tsx'

const lockAt = (raceId: number, at: string): Promise<LockAt> => api.post(`/api/admin/races/${raceId}/lock-at`, { at })

const describeLateChange = (lateTips: number): string =>
  lateTips === 0 ? 'No tip came in after that.' : `${plural(lateTips, 'tip')} came in after that.`

/** Offers to lock a session at its actual start, if the imported page shows that it accepted tips after that. */
export const EarlyStart = ({
  race,
  startedAt,
  lateTips,
  onLocked,
}: {
  race: Race
  startedAt: string
  lateTips: number
  onLocked(): void
}) => {
  const [isConfirming, setConfirming] = useState(false)
  const weekend = useQuery(adminWeekendsQuery).data?.find(({ id }) => id === race.weekendId)
  const time = formatTime(startedAt, { timeZone: weekend?.timeZone })
  const lock = useToastMutation({
    mutationFn: () => lockAt(race.id, startedAt),
    success: ({ revision }) => ({
      title: `Locked at ${time}`,
      message: revision === null ? race.name : `${race.name}: scored again, revision ${revision}`,
    }),
    failure: 'Failed to lock the session',
    offline: 'We can’t reach the server. Nothing changed.',
    refresh: [
      { queryKey: allRacesQuery.queryKey },
      { queryKey: adminRacesQuery(race.weekendId).queryKey },
      { queryKey: resultKey(race.id) },
    ],
    onDone: () => {
      setConfirming(false)
      onLocked()
    },
  })
  const isScored = race.resultRevision !== null && race.resultStatus !== 'cancelled'
  return (
    <ImportFrame mt={12}>
      <Flex align="center" justify="space-between" wrap="wrap" gap={10} px={14} py={10}>
        <span>
          {race.name} {race.locked ? 'took' : 'takes'} tips after its start.
        </span>
        <AsyncButton variant="outline" size="sm" loading={lock.isPending} onClick={() => setConfirming(true)}>
          Lock at {time}
        </AsyncButton>
      </Flex>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => lock.mutate()}
        title={`Lock ${race.name} at ${time}?`}
        text={[
          `${race.name} started at ${time}. ${describeLateChange(lateTips)}`,
          `Tips as they were at ${time} count for it; later changes count from the next session on.`,
          isScored && 'Its result is published again and scored by that, with the reason.',
          !race.locked && 'Tips for it close now.',
          'The audit log keeps the old and the new time.',
        ]
          .filter(Boolean)
          .join(' ')}
        confirm={lock.isPending ? 'Locking...' : `Lock at ${time}`}
        destructive={false}
        busy={lock.isPending}
      />
    </ImportFrame>
  )
}
