import { Badge, Box, Flex, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import type { Invitation } from '@purple-sector/contracts/groups/http'
import type { UseQueryResult } from '@tanstack/react-query'
import { QueryError } from '../../../client/api/query-error.tsx'
import { useFocusFallback } from '../../../ui/base/use-focus-fallback.ts'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { EmptyState, LoadingState } from '../../../ui/layout/state.tsx'
import { useAnswerInvitation } from '../api/invite-queries.ts'

const Waiting = ({ invitation }: { invitation: Invitation }) => {
  const answerInvitation = useAnswerInvitation()
  const isBusy = answerInvitation.isPending || answerInvitation.isSuccess
  const [answeredStatus, name] = [answerInvitation.variables?.status, invitation.groupName]
  const button = (status: 'accepted' | 'declined', label: string, under: string) => (
    <AsyncButton
      variant={status === 'accepted' ? 'filled' : 'outline'}
      aria-label={`${label} the invitation to ${name}`}
      disabled={isBusy && answeredStatus !== status}
      loading={isBusy && answeredStatus === status}
      onClick={() => answerInvitation.mutate({ id: invitation.id, status })}
    >
      {isBusy && answeredStatus === status ? under : label}
    </AsyncButton>
  )
  return (
    <li>
      <Flex
        align={{ base: 'stretch', sm: 'center' }}
        gap={{ base: 12, sm: 20 }}
        direction={{ base: 'column', sm: 'row' }}
        py={14}
        px={16}
      >
        <Box className="ps-fill">
          <Flex wrap="wrap" align="center" gap="4px 9px">
            <Title order={3} className="ps-wrap" dir="auto">
              {name}
            </Title>
            <Badge variant="yellow">Pending</Badge>
          </Flex>
          <Text size="sm" c="dimmed" className="ps-wrap" mt={2}>
            Invited by {bidiIsolate(invitation.inviterName || (invitation.inviterEmail ?? ''))}
          </Text>
          <Box component="p" className="ps-prose" mt={6}>
            {invitation.groupDescription || 'Join this racing tip group to compete with friends!'}
          </Box>
        </Box>
        <SimpleGrid cols={2} spacing={8} flex="none">
          {button('accepted', 'Accept', 'Accepting...')}
          {button('declined', 'Decline', 'Declining...')}
        </SimpleGrid>
      </Flex>
    </li>
  )
}

/** The invitations that the user has not answered. */
export const InvitationList = ({ invitations }: { invitations: UseQueryResult<Invitation[]> }) => {
  const list = useFocusFallback<HTMLDivElement>('h3')
  return (
    <Panel single flush title="Pending Invitations">
      <div ref={list}>
        {invitations.isPending ? (
          <LoadingState order={3} title="Loading your invitations...">
            <Skeleton width="40%" />
            <Skeleton width="70%" />
          </LoadingState>
        ) : invitations.data === undefined ? (
          <QueryError order={3} title="Couldn’t load your invitations" query={invitations} />
        ) : invitations.data.length === 0 ? (
          <EmptyState order={3} title="No Invitations" text="Group invitations will show up here." />
        ) : (
          <ul className="ps-lined">
            {invitations.data.map((invitation) => (
              <Waiting key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}
