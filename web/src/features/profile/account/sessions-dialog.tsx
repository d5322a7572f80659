import { Badge, Box, Button, Flex, Skeleton, Text } from '@mantine/core'
import type { OwnSession } from '@purple-sector/contracts/identity/http'
import { IconDevices } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../client/api/query-error.tsx'
import { markSigningOut } from '../../../client/messages/sign-in-again.ts'
import { useServerNow } from '../../../client/time/server-clock.ts'
import { Icon } from '../../../ui/base/icon.tsx'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { LoadingState } from '../../../ui/layout/state.tsx'
import { formatAway, formatDate } from '../../../ui/time/format.ts'
import { useOwnZone } from '../../session/use-zone.ts'
import { sessionsQuery, useEndSession } from '../api/account-queries.ts'

const MINUTE_MS = 60_000

const Session = ({ session, now }: { session: OwnSession; now: number }) => {
  const end = useEndSession()
  const zone = useOwnZone()
  const { browser, createdAt, lastSeenAt, isCurrent } = session
  const name = browser ?? 'Unknown browser'
  const isBusy = end.isPending || end.isSuccess
  return (
    <Flex component="li" align="center" gap={12} mih={60} px={{ base: 16, sm: 20 }} py={8}>
      <Icon icon={IconDevices} size={20} className="ps-faint" />
      <span className="ps-fill ps-lines">
        <Box component="b" fw={560}>
          {name}
        </Box>
        <Text span size="xs" c="dimmed">
          {isCurrent ? 'Here, now' : `Last seen ${formatAway(Date.parse(lastSeenAt), now)}`} · since{' '}
          {formatDate(createdAt, zone)}
        </Text>
      </span>
      {isCurrent ? (
        <>
          <Badge variant="green">This browser</Badge>
          <Button component="a" href="/api/logout" onClick={markSigningOut} variant="outline" size="sm">
            Sign Out
          </Button>
        </>
      ) : (
        <AsyncButton
          variant="outline"
          size="sm"
          loading={isBusy}
          aria-label={`Sign out ${name}, last seen ${formatAway(Date.parse(lastSeenAt), now)}`}
          onClick={() => end.mutate(session)}
        >
          {isBusy ? 'Signing out...' : 'Sign Out'}
        </AsyncButton>
      )}
    </Flex>
  )
}

/** The user's sessions; each can be ended separately. */
export const SessionsDialog = ({ onClose }: { onClose(): void }) => {
  const sessions = useQuery(sessionsQuery)
  const now = useServerNow(MINUTE_MS)
  return (
    <Dialog opened onClose={onClose} title="Where I’m signed in" flush>
      {sessions.data ? (
        <ul className="ps-above ps-lined">
          {sessions.data.map((session) => (
            <Session key={session.id} session={session} now={now} />
          ))}
        </ul>
      ) : sessions.isPending ? (
        <LoadingState title="Loading where you’re signed in..." order={3}>
          <Skeleton width="70%" />
          <Skeleton width="60%" />
        </LoadingState>
      ) : (
        <QueryError title="Couldn’t load where you’re signed in" order={3} query={sessions} />
      )}
    </Dialog>
  )
}
