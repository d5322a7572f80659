import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../client/api/query-error.tsx'
import { usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Stat, StatGrid } from '../../../ui/layout/stat.tsx'
import { formatDate, formatNumber } from '../../../ui/time/format.ts'
import { useZone } from '../../session/use-zone.ts'
import { ENGAGEMENT_POLL_MS, engagementStatsQuery } from '../api/engagement-queries.ts'
import classes from './your-engagement.module.css'

/** The user's own figures: Total Activities, Engagement Points and Last Activity. */
export const YourEngagement = ({ weekend }: { weekend: Weekend }) => {
  const refetchInterval = usePollWhileOffline(ENGAGEMENT_POLL_MS)
  const stats = useQuery({ ...engagementStatsQuery(weekend.id), refetchInterval })
  const { data } = stats
  const zone = useZone(weekend.timeZone)
  const lastActivity = () => {
    if (!data) return '–'
    return data.lastActivity === null ? 'None' : formatDate(data.lastActivity, zone)
  }
  return (
    <Panel span={1} title="Your Engagement" flush>
      {stats.isError && !data ? (
        <QueryError order={3} title="Couldn’t load your stats" query={stats} />
      ) : (
        <StatGrid columns={1} phoneColumns={2}>
          <Stat label="Total Activities" value={data ? formatNumber(data.totalActivities) : '–'} />
          <Stat label="Engagement Points" value={data ? formatNumber(data.totalPoints) : '–'} />
          <Stat label="Last Activity" value={lastActivity()} className={classes.last} />
        </StatGrid>
      )}
    </Panel>
  )
}
