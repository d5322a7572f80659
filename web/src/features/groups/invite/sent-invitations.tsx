import { Badge, Box, Flex, Skeleton, Text, Title } from '@mantine/core'
import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import type { Group, Invitation } from '@purple-sector/contracts/groups/http'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../client/api/query-error.tsx'
import { useFocusFallback } from '../../../ui/base/use-focus-fallback.ts'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { LoadingState } from '../../../ui/layout/state.tsx'
import { formatDate } from '../../../ui/time/format.ts'
import { useOwnZone } from '../../session/use-zone.ts'
import { invitedName } from '../api/invite-labels.ts'
import { sentInvitationsQuery, useWithdrawInvitation } from '../api/invite-queries.ts'

const Sent = ({ invitation, group }: { invitation: Invitation; group: Group }) => {
  const withdraw = useWithdrawInvitation(group)
  const zone = useOwnZone()
  const name = invitedName(invitation)
  return (
    <Flex component="li" align="center" gap={12} mih={56} py={8}>
      <div className="ps-fill ps-lines">
        <b dir="auto">{name}</b>
        <Text span variant="note">
          Invited by {bidiIsolate(invitation.inviterName || (invitation.inviterEmail ?? ''))} ·{' '}
          {formatDate(invitation.createdAt, zone)}
        </Text>
      </div>
      <Badge variant="yellow">Pending</Badge>
      <AsyncButton
        variant="outline"
        size="sm"
        loading={withdraw.isPending || withdraw.isSuccess}
        aria-label={`Withdraw ${name}’s invitation`}
        onClick={() => withdraw.mutate(invitation)}
      >
        Withdraw
      </AsyncButton>
    </Flex>
  )
}

/** The pending invitations of a group. */
export const SentInvitations = ({ group }: { group: Group }) => {
  const sentInvitations = useQuery(sentInvitationsQuery(group.id))
  const root = useFocusFallback<HTMLDivElement>('h3')
  if (sentInvitations.isPending)
    return (
      <LoadingState order={3} title="Loading invitations...">
        <Skeleton width="60%" />
      </LoadingState>
    )
  if (!sentInvitations.data)
    return <QueryError order={3} title="Couldn’t load the invitations" query={sentInvitations} />
  return (
    <Box ref={root} px={{ base: 16, sm: 20 }} py={14}>
      <Flex align="center" gap={8}>
        <Title order={3} size="h4">
          Pending invitations
        </Title>
        <Badge size="sm">{sentInvitations.data.length}</Badge>
      </Flex>
      {sentInvitations.data.length === 0 ? (
        <Text variant="note" mt={6}>
          No invitations waiting for a reply.
        </Text>
      ) : (
        <Box component="ul" className="ps-lined" mt={4}>
          {sentInvitations.data.map((invitation) => (
            <Sent key={invitation.id} invitation={invitation} group={group} />
          ))}
        </Box>
      )}
    </Box>
  )
}
