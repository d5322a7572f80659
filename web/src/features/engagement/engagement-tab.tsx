import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { Stat, StatWall } from '../../ui/stat.tsx'
import { EmptyState } from '../../ui/state.tsx'
import { Panel, Wall } from '../../ui/wall.tsx'

/** How fans take part beside tipping: everybody's standings, and the fan's own figures. */
export const EngagementTab = ({ weekend }: { weekend: Weekend }) => (
  <Wall>
    <Panel span={8} title="Fan Engagement Leaderboard" flush>
      <EmptyState
        order={3}
        title="No Engagement Yet"
        text={`Nobody has voted, reacted or shared for ${weekend.name} yet.`}
      />
    </Panel>
    <Panel span={4} title="Your Engagement" flush>
      <StatWall columns={1} phoneColumns={1}>
        <Stat label="Total Activities" value="0" />
        <Stat label="Engagement Points" value="0" />
        <Stat label="Last Activity" value="None" />
      </StatWall>
    </Panel>
  </Wall>
)
