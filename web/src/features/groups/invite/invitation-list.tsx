import { Box, Flex } from '@mantine/core'
import type { Invitation } from '@purple-sector/contracts/groups/http'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { QueryError } from '../../../lib/query-error.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, LoadingState } from '../../../ui/state.tsx'
import { Panel } from '../../../ui/wall.tsx'
import classes from './invitation-list.module.css'
import { useAnswerInvitation } from './invite-queries.ts'

const Waiting = ({ invitation, onAnswer }: { invitation: Invitation; onAnswer(): void }) => {
  const answer = useAnswerInvitation()
  const isBusy = answer.isPending || answer.isSuccess
  const [asked, name] = [answer.variables?.status, invitation.groupName]
  const button = (status: 'accepted' | 'declined', label: string, under: string) => (
    <Button
      variant={status === 'accepted' ? 'filled' : 'outline'}
      aria-label={`${label} the invitation into ${name}`}
      disabled={isBusy && asked !== status}
      busy={isBusy && asked === status}
      onClick={() => {
        onAnswer()
        answer.mutate({ id: invitation.id, status })
      }}
    >
      {isBusy && asked === status ? under : label}
    </Button>
  )
  return (
    <li className={classes.waiting}>
      <Box className="ps-fill">
        <Flex wrap="wrap" align="center" gap="4px 9px">
          <h3 className="ps-h3 ps-wrap">{name}</h3>
          <Badge tone="yellow">Pending</Badge>
        </Flex>
        <Box component="p" className="ps-sm ps-muted ps-wrap" mt={2}>
          Invited by {invitation.inviterName || invitation.inviterEmail}
        </Box>
        <Box component="p" className="ps-wrap" mt={6}>
          {invitation.groupDescription || 'Join this racing tip group to compete with friends!'}
        </Box>
      </Box>
      <div className={classes.answers}>
        {button('accepted', 'Accept', 'Accepting...')}
        {button('declined', 'Decline', 'Declining...')}
      </div>
    </li>
  )
}

/** What is answered leaves with the focus: it goes to what waits next, or to the heading that says that nothing does. */
const useFocusAfterAnswer = (invitations: readonly Invitation[] | undefined) => {
  const list = useRef<HTMLDivElement>(null)
  const answeredIds = useRef(new Set<number>())
  useEffect(() => {
    const waiting = new Set(invitations?.map(({ id }) => id))
    const gone = [...answeredIds.current].filter((id) => !waiting.has(id))
    for (const id of gone) answeredIds.current.delete(id)
    const heading = list.current?.querySelector('h3')
    if (gone.length === 0 || !heading || document.activeElement !== document.body) return
    heading.tabIndex = -1
    heading.focus()
  }, [invitations])
  return { list, answered: (id: number) => answeredIds.current.add(id) }
}

/** The invitations that wait for the user's answer. */
export const InvitationList = ({ invitations }: { invitations: UseQueryResult<Invitation[]> }) => {
  const { list, answered } = useFocusAfterAnswer(invitations.data)
  return (
    <Panel single flush title="Pending Invitations">
      <div ref={list}>
        {invitations.isPending ? (
          <LoadingState order={3} title="Loading your invitations...">
            <Skeleton width="40%" />
            <Skeleton width="70%" />
          </LoadingState>
        ) : invitations.data === undefined ? (
          <QueryError order={3} title="Your invitations did not load" query={invitations} />
        ) : invitations.data.length === 0 ? (
          <EmptyState order={3} title="No Invitations" text="Whoever invites you into a group is shown here." />
        ) : (
          <ul className="ps-lined">
            {invitations.data.map((invitation) => (
              <Waiting key={invitation.id} invitation={invitation} onAnswer={() => answered(invitation.id)} />
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}
