import { Badge, Flex, Text } from '@mantine/core'
import type { Mute } from '@purple-sector/contracts/chat/http'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { serverNow } from '../../../../client/time/server-clock.ts'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { formatWhen, type TimeZoneOption } from '../../../../ui/time/format.ts'
import { useUnmute } from '../api/moderation-mutations.ts'
import { mutesQuery } from '../api/moderation-queries.ts'

const MutedPerson = ({ mute, zone }: { mute: Mute; zone: TimeZoneOption }) => {
  const unmute = useUnmute()
  return (
    <Flex component="li" align="center" gap={12} px={16} pt={11} pb={12}>
      <div className="ps-fill">
        <b dir="auto">{mute.userName}</b>
        <Text variant="note" className="ps-wrap">
          until {formatWhen(mute.until, serverNow(), zone)}, by {mute.by}: {mute.reason}
        </Text>
      </div>
      <AsyncButton
        size="sm"
        variant="outline"
        loading={unmute.isPending}
        aria-label={`Unmute ${mute.userName}`}
        onClick={() => unmute.mutate(mute)}
      >
        Unmute
      </AsyncButton>
    </Flex>
  )
}

/** The muted users, with a button to unmute each. */
export const MutedPanel = ({ zone }: { zone: TimeZoneOption }) => {
  const mutes = useQuery(mutesQuery)
  const count = mutes.data?.length ?? 0
  return (
    <Panel title="Muted" adornment={count > 0 && <Badge size="sm">{count}</Badge>} flush>
      {mutes.data === undefined && mutes.isError ? (
        <QueryError order={3} title="Couldn’t load the list" query={mutes} />
      ) : count === 0 ? (
        <Text variant="note" py={14} px={16}>
          {mutes.data ? 'No one is muted.' : 'Loading...'}
        </Text>
      ) : (
        <ul className="ps-lined" aria-label="Muted">
          {mutes.data?.map((mute) => (
            <MutedPerson key={mute.userId} mute={mute} zone={zone} />
          ))}
        </ul>
      )}
    </Panel>
  )
}
