import { Flex } from '@mantine/core'
import type { Invitation } from '@purple-sector/contracts/groups/http'
import type { UseQueryResult } from '@tanstack/react-query'
import { reasonOf } from '../../../lib/api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/state.tsx'
import { Panel } from '../../../ui/wall.tsx'

const Row = ({ invitation }: { invitation: Invitation }) => (
  <Flex component="li" direction="column" gap={4} py={14} px={16}>
    <Flex align="center" gap={9}>
      <h3 className="ps-h3 ps-wrap">{invitation.groupName}</h3>
      <Badge tone="yellow">Pending</Badge>
    </Flex>
    <p className="ps-sm ps-muted ps-wrap">Invited by {invitation.inviterName || invitation.inviterEmail}</p>
    <p className="ps-sm ps-wrap">
      {invitation.groupDescription || 'Join this racing tip group to compete with friends!'}
    </p>
  </Flex>
)

/** The invitations that wait for the user's answer. */
export const InvitationList = ({ invitations }: { invitations: UseQueryResult<Invitation[]> }) => (
  <Panel single flush title="Pending Invitations">
    {invitations.isPending ? (
      <LoadingState order={3} title="Loading your invitations...">
        <Skeleton width="40%" />
        <Skeleton width="70%" />
      </LoadingState>
    ) : invitations.data === undefined ? (
      <ErrorState
        order={3}
        title="Your invitations did not load"
        message={reasonOf(invitations.error)}
        onRetry={() => void invitations.refetch()}
        retrying={invitations.isFetching}
      />
    ) : invitations.data.length === 0 ? (
      <EmptyState order={3} title="No Invitations" text="Whoever invites you into a group is shown here." />
    ) : (
      <ul className="ps-lined">
        {invitations.data.map((invitation) => (
          <Row key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    )}
  </Panel>
)
