import { Badge, Box, Text } from '@mantine/core'
import type { TeamUser, TracksideUser, User } from '@purple-sector/contracts/identity/http'
import { useQuery } from '@tanstack/react-query'
import { usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Avatar } from '../../../ui/racing/avatar.tsx'
import { Plate } from '../../../ui/racing/plate.tsx'
import { teamsQuery, tracksideQuery } from '../api/community-queries.ts'
import { useFollowCommunity } from '../api/followed-community.ts'
import { communityName, userTypeName } from '../api/user-labels.ts'
import { CommunityList } from './community-list.tsx'
import { Trackside } from './trackside.tsx'

const POLL_MS = 30_000

const Person = (person: TracksideUser) => (
  <>
    <Avatar name={communityName(person)} of={person} />
    <Box component="b" className="ps-fill ps-clip" fw={560} dir="auto">
      {communityName(person)}
    </Box>
    <Text span size="sm" c="dimmed">
      {userTypeName(person.userType)}
    </Text>
  </>
)

const Team = (team: TeamUser) => {
  const name = communityName(team)
  return (
    <>
      <Plate number={team.carNumber} />
      <span className="ps-fill ps-lines">
        <Box component="b" fw={560}>
          {team.teamName ?? name}
        </Box>
        <Text span size="xs" c="dimmed">
          {[name, team.manufacturer].filter(Boolean).join(' · ')}
        </Text>
      </span>
      {team.trackStatus === 'at_track' ? <Badge variant="green">At track</Badge> : <Badge>Away</Badge>}
    </>
  )
}

/** Users who are trackside and teams, updated live while visible, and the user's own switch. */
export const TrackCommunity = ({ user }: { user: User }) => {
  useFollowCommunity()
  const refetchInterval = usePollWhileOffline(POLL_MS)
  const trackside = useQuery({ ...tracksideQuery, refetchInterval, refetchOnMount: 'always' })
  const teams = useQuery({ ...teamsQuery, refetchInterval, refetchOnMount: 'always' })
  return (
    <Panel title="Track Community" span={1} flush>
      <Trackside user={user} />
      <div className="ps-lined">
        <CommunityList
          title="Trackside now"
          query={trackside}
          empty="No users are trackside currently"
          failure="Couldn’t load who’s trackside"
          row={Person}
        />
        <CommunityList
          title="Teams"
          query={teams}
          empty="No team members registered"
          failure="Couldn’t load the teams"
          row={Team}
        />
      </div>
    </Panel>
  )
}
