import { Box, Button, Flex, Skeleton, Text } from '@mantine/core'
import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import type { Group } from '@purple-sector/contracts/groups/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { QueryError } from '../../../client/api/query-error.tsx'
import { useServerNow } from '../../../client/time/server-clock.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { EmptyState, LoadingState } from '../../../ui/layout/state.tsx'
import { formatWhen } from '../../../ui/time/format.ts'
import { useOwnZone, useZone } from '../../session/use-zone.ts'
import { weekendsQuery } from '../../weekend-data/api/weekend-queries.ts'
import { type Untipped, untippedQuery, useNudge } from '../api/untipped-queries.ts'
import { useOpenRound } from '../rounds/use-open-round.tsx'
import { WaitingDialog } from '../waiting/waiting-dialog.tsx'
import { UntippedCategory } from './untipped-category.tsx'

const Categories = ({ untipped, weekend }: { untipped: Untipped; weekend: Weekend | undefined }) => {
  const now = useServerNow(60_000)
  const zone = useZone(weekend?.timeZone)
  const { categories } = untipped
  if (categories.length === 0)
    return <EmptyState order={3} title="Nothing to tip right now" text="No category is open for tips in this group." />
  if (categories.every(({ members }) => members.length === 0))
    return <EmptyState order={3} title="Everyone’s in." text="All members have tipped every open category." />
  return categories.map((category) => (
    <UntippedCategory key={category.categoryId} category={category} zone={zone} now={now} />
  ))
}

/** The button of the nudge, or when it was sent. */
const NudgeLine = ({ untipped, onNudge }: { untipped: Untipped; onNudge(): void }) => {
  const now = useServerNow(60_000)
  const zone = useOwnZone()
  const { nudgedAt, categories } = untipped
  if (nudgedAt !== null)
    return (
      <Text variant="note" role="status" my="auto">
        Nudge sent {formatWhen(nudgedAt, now, zone)}
      </Text>
    )
  if (categories.every(({ members }) => members.length === 0)) return null
  return <Button onClick={onNudge}>Send a nudge</Button>
}

type Props = { group: Group; weekendId: number; choice: ReactNode; onClose(): void }

const WeekendDialog = ({ group, weekendId, choice, onClose }: Props) => {
  const [isConfirming, setConfirming] = useState(false)
  const untipped = useQuery(untippedQuery(group.id, weekendId))
  const weekend = useQuery(weekendsQuery).data?.find(({ id }) => id === weekendId)
  const nudge = useNudge(group.id, weekendId)
  // One dialog at a time: the confirmation replaces the list.
  if (isConfirming)
    return (
      <ConfirmDialog
        opened
        onClose={() => setConfirming(false)}
        onConfirm={() => nudge.mutate(undefined, { onSettled: () => setConfirming(false) })}
        title="Send a nudge?"
        text={`Members of ${bidiIsolate(group.name)} who haven’t tipped get a notification, unless they’ve switched nudges off. You can send one for each race weekend.`}
        confirm={nudge.isPending ? 'Sending...' : 'Send a nudge'}
        destructive={false}
        busy={nudge.isPending}
      />
    )
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Who hasn’t tipped"
      size="md"
      flush
      tabs={
        <Flex
          className="ps-below"
          align="center"
          justify="space-between"
          gap={12}
          px={{ base: 16, sm: 20 }}
          pb={10}
          mih={44}
        >
          <Text size="sm" c="dimmed" className="ps-clip" dir="auto">
            {group.name}
            {weekend && !choice && ` · ${weekend.name}`}
          </Text>
          {choice}
        </Flex>
      }
      foot={
        <>
          {untipped.data && <NudgeLine untipped={untipped.data} onNudge={() => setConfirming(true)} />}
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {untipped.data ? (
        <Categories untipped={untipped.data} weekend={weekend} />
      ) : untipped.isError ? (
        <QueryError order={3} title="Couldn’t load who hasn’t tipped" query={untipped} />
      ) : (
        <LoadingState order={3} title="Loading members...">
          {[1, 2].map((row) => (
            <Box key={row} py={10}>
              <Skeleton width="44%" />
              <Skeleton width="80%" mt={12} />
            </Box>
          ))}
        </LoadingState>
      )}
    </Dialog>
  )
}

/** Who has not tipped in a group, by open category, and the nudge, for its admin; of a season group in each round to come. */
export const UntippedDialog = ({ group, onClose }: { group: Group; onClose(): void }) => {
  const { weekendId, choice } = useOpenRound(group)
  if (weekendId === null) return <WaitingDialog group={group} onClose={onClose} />
  return <WeekendDialog key={weekendId} group={group} weekendId={weekendId} choice={choice} onClose={onClose} />
}
