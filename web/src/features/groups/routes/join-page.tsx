import { Box, Button, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { hasCode } from '../../../client/api/api.ts'
import { QueryError } from '../../../client/api/query-error.tsx'
import { signInAddress } from '../../../client/messages/sign-in-again.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { ErrorState, LoadingState } from '../../../ui/layout/state.tsx'
import { useUser } from '../../session/user-query.ts'
import { groupPreviewQuery } from '../api/join-queries.ts'
import { PreviewedGroup } from '../components/group-preview.tsx'
import { Joining } from '../components/joining.tsx'
import { inviteCodeOf } from '../share/invite-link.ts'

const SignIn = () => (
  <Box p={{ base: 16, sm: 20 }}>
    <Title order={2}>Sign in to join</Title>
    <Text inherit c="dimmed" mt={4} mb={16}>
      Sign in or create an account, and we’ll bring you straight back here to join.
    </Text>
    <Button component="a" href={signInAddress(window.location.pathname)} variant="invite" size="lg" fullWidth>
      Sign in to join
    </Button>
  </Box>
)

const UnknownCode = () => (
  <>
    <ErrorState
      title="This invite link isn’t valid"
      message="No group has this invite code. Part of the link may be missing, or the group may have been deleted. Ask the person who sent it."
    />
    <div className="ps-foot">
      <Button component={Link} to="/" variant="outline">
        Back to the home page
      </Button>
    </div>
  </>
)

const ForVisitor = ({ inviteCode }: { inviteCode: string }) => {
  const preview = useQuery(groupPreviewQuery(inviteCode))
  if (preview.isPending)
    return (
      <LoadingState title="Loading the invitation...">
        <Skeleton width="60%" />
        <Skeleton width="40%" />
      </LoadingState>
    )
  if (hasCode(preview.error, 'INVITE_NOT_FOUND')) return <UnknownCode />
  return (
    <>
      {preview.data ? (
        <PreviewedGroup group={preview.data} />
      ) : (
        <QueryError className="ps-below" title="Couldn’t load the group" query={preview} />
      )}
      <SignIn />
    </>
  )
}

/** Target of an invite link: a visitor sees the group, a signed-in user joins it. */
export const JoinPage = () => {
  const inviteCode = inviteCodeOf(useParams().inviteCode ?? '')
  const user = useUser()
  const preview = useQuery({ ...groupPreviewQuery(inviteCode), enabled: user !== null })
  return (
    <Page>
      <Box maw={{ sm: 480 }} mx="auto" pt={{ base: 0, sm: 40 }}>
        <Panel single flush>
          {user ? (
            <>
              {preview.data && <PreviewedGroup group={preview.data} />}
              <Joining key={inviteCode} inviteCode={inviteCode} name={preview.data?.name} user={user} />
            </>
          ) : (
            <ForVisitor inviteCode={inviteCode} />
          )}
        </Panel>
      </Box>
    </Page>
  )
}
