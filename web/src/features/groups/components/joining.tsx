import { Badge, Box, Button, Text, Title } from '@mantine/core'
import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import type { JoinReply } from '@purple-sector/contracts/groups/http'
import type { User } from '@purple-sector/contracts/identity/http'
import { IconCheck, IconMail, IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { hasCode, reasonOf } from '../../../client/api/api.ts'
import { Icon } from '../../../ui/base/icon.tsx'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { ErrorState, LoadingState } from '../../../ui/layout/state.tsx'
import { useSendVerification } from '../../session/send-verification.ts'
import { useJoinGroup } from '../api/join-queries.ts'

/** Delay before the redirect to the groups, in ms, so that the confirmation can be read. */
const REDIRECT_MS = 2_000

const Joined = ({ reply: { group, approvalStatus } }: { reply: JoinReply }) => {
  const navigate = useNavigate()
  useEffect(() => {
    const leave = setTimeout(() => void navigate('/groups', { replace: true }), REDIRECT_MS)
    return () => clearTimeout(leave)
  }, [navigate])
  const isApproved = approvalStatus === 'approved'
  return (
    <>
      <Box role="status" p={{ base: 16, sm: 20 }}>
        {isApproved ? (
          <Badge variant="green" leftSection={<Icon icon={IconCheck} size={14} />}>
            Approved
          </Badge>
        ) : (
          <Badge variant="yellow">Pending Approval</Badge>
        )}
        <Title order={2} className="ps-wrap" mt={10}>
          You’ve joined {bidiIsolate(group.name)}
        </Title>
        <Text inherit c="dimmed" mt={4}>
          {isApproved
            ? 'You’re approved and can tip right away.'
            : 'You can tip right away. The group’s admin still needs to approve you.'}{' '}
          Taking you to your groups...
        </Text>
      </Box>
      <div className="ps-foot">
        <Button component={Link} to="/groups">
          Go to Groups
        </Button>
      </div>
    </>
  )
}

/** Asks the user to verify their address, which gives access to invitations by email. */
const VerifyAddress = ({ email }: { email: string }) => {
  const send = useSendVerification(email)
  return (
    <Box px={{ base: 16, sm: 20 }} pb={20}>
      <p className="ps-wrap">
        Were you invited by email? Verify {email} first: open the link we emailed you, then try again here.
      </p>
      <Box mt={12}>
        <AsyncButton
          variant="outline"
          leftSection={<Icon icon={IconMail} size={16} />}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {send.isPending ? 'Sending...' : 'Send verification email'}
        </AsyncButton>
      </Box>
    </Box>
  )
}

/** Hint for users with several accounts, or a shared browser: the invitation may be for another one. */
const OtherAddress = ({ email }: { email: string }) => (
  <Box component="p" className="ps-wrap" px={{ base: 16, sm: 20 }} pb={20}>
    You’re signed in as {email}. Were you invited at another address? Log out and open the link again with that account.
  </Box>
)

const Refused = ({ error, user, onRetry }: { error: Error; user: User; onRetry(): void }) => (
  <>
    <ErrorState
      title="You couldn’t join"
      message={
        <>
          {reasonOf(error)}
          <br />
          The invite code might be invalid, or you’re already a member of the group.
        </>
      }
    />
    {hasCode(error, 'INVITE_ONLY') &&
      (user.emailVerified ? <OtherAddress email={user.email} /> : <VerifyAddress email={user.email} />)}
    <div className="ps-foot">
      <Button variant="outline" leftSection={<Icon icon={IconRefresh} size={16} />} onClick={onRetry}>
        Try Again
      </Button>
      <Button component={Link} to="/groups">
        Go to Groups
      </Button>
    </div>
  </>
)

/** By then the groups service has learned from identity that the address is verified, in ms. */
const SETTLE_DELAY_MS = 500

/** Retries automatically once the address is verified, after a refusal because it was not. */
const useVerifiedLater = ({ emailVerified }: User, error: Error | null, retryJoin: () => void) => {
  const wasVerified = useRef(emailVerified)
  const isWaiting = hasCode(error, 'INVITE_ONLY')
  useEffect(() => {
    if (!isWaiting || !emailVerified || wasVerified.current) return
    const retry = setTimeout(() => {
      wasVerified.current = true
      retryJoin()
    }, SETTLE_DELAY_MS)
    return () => clearTimeout(retry)
  }, [isWaiting, emailVerified, retryJoin])
}

/** Joins the group once on mount and shows the outcome. */
export const Joining = ({ inviteCode, name, user }: { inviteCode: string; name: string | undefined; user: User }) => {
  const { mutate, data, error } = useJoinGroup(inviteCode)
  useEffect(() => {
    // Strict mode runs effects twice: deferring the request sends it once.
    const timer = setTimeout(mutate)
    return () => clearTimeout(timer)
  }, [mutate])
  useVerifiedLater(user, error, mutate)
  if (data) return <Joined reply={data} />
  if (error) return <Refused error={error} user={user} onRetry={() => mutate()} />
  return <LoadingState title={name === undefined ? 'Joining the group...' : `Joining ${name}...`} />
}
