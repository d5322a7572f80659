import { Badge, Flex, NativeSelect, Text } from '@mantine/core'
import type { Timing, TimingFeed, TimingSource } from '@purple-sector/contracts/admin/live-timing'
import type { Race } from '@purple-sector/contracts/weekends/http'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { useServerNow } from '../../../../client/time/server-clock.ts'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { ListLoading } from '../../base/components/list-loading.tsx'
import { usePickSession } from '../api/source-mutations.ts'
import { FeedTable } from './feed-table.tsx'
import { PushHelp } from './push-help.tsx'
import { FLAGS, formatAge } from './timing-labels.ts'

/** Selects one of the source's sessions where the match is ambiguous. */
const PickSession = ({ raceId, sessions }: { raceId: number; sessions: TimingSource['sessions'] }) => {
  const pickedCode = sessions.find(({ isPicked }) => isPicked)?.code ?? ''
  const [code, choose] = useState(pickedCode)
  const pick = usePickSession(raceId)
  return (
    <Flex
      className="ps-below"
      wrap="wrap"
      // The hint hangs below the field, not beside the button.
      align={pickedCode === '' ? 'center' : 'flex-end'}
      gap={10}
      py={12}
      px={16}
    >
      <NativeSelect
        flex="1 1 260px"
        label="Session of the source"
        description={pickedCode === '' ? 'We can’t tell which of its sessions is this one.' : undefined}
        value={code}
        data={[
          ...(pickedCode === '' ? [{ value: '', label: 'Choose one' }] : []),
          ...sessions.map((each) => ({ value: each.code, label: `${each.code}: ${each.description}` })),
        ]}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <AsyncButton
        variant="outline"
        loading={pick.isPending}
        disabled={code === '' || code === pickedCode}
        onClick={() => pick.mutate(code)}
      >
        Use this session
      </AsyncButton>
    </Flex>
  )
}

const Strip = ({ timing }: { timing: Timing }) => {
  const now = useServerNow()
  const { title, tone } = FLAGS[timing.flag]
  return (
    <Flex className="ps-below" wrap="wrap" align="center" gap="6px 14px" py={12} px={16} fz={13.5}>
      <Badge variant={tone}>{title}</Badge>
      <span>
        Lap {timing.lap}
        {timing.totalLaps !== null && ` of ${timing.totalLaps}`}
      </span>
      <Text span inherit c="var(--ps-ink-3)">
        {formatAge(timing.at, now)}
      </Text>
      {timing.message && (
        <Text span inherit className="ps-wrap" c="dimmed" flex="1 0 100%">
          {timing.message}
        </Text>
      )}
    </Flex>
  )
}

/** The feed of a session's source, also while live timing is paused for fans. */
export const FeedPanel = ({ race, feed }: { race: Race; feed: UseQueryResult<TimingFeed> }) => {
  const timingFeed = feed.data
  return (
    <Panel
      title="Incoming timing"
      adornment={<Text span variant="note">{`${race.name}, ${race.category}`}</Text>}
      flush
    >
      {timingFeed === undefined ? (
        feed.isError ? (
          <QueryError order={3} title="Couldn’t load the incoming timing" query={feed} />
        ) : (
          <ListLoading title="Loading the incoming timing..." />
        )
      ) : (
        <>
          {timingFeed.source?.kind === 'push' && <PushHelp raceId={race.id} />}
          {timingFeed.source && timingFeed.source.sessions.length > 0 && (
            <PickSession key={timingFeed.source.generation} raceId={race.id} sessions={timingFeed.source.sessions} />
          )}
          {timingFeed.timing ? (
            <>
              <Strip timing={timingFeed.timing} />
              <FeedTable entries={timingFeed.timing.entries} />
            </>
          ) : (
            <Text variant="note" py={12} px={16}>
              Nothing received yet.
            </Text>
          )}
        </>
      )}
    </Panel>
  )
}
