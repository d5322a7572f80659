import { Text } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import { useQuery } from '@tanstack/react-query'
import { Avatar } from '../../../ui/racing/avatar.tsx'
import { Position } from '../../../ui/racing/position.tsx'
import { RacingAvatar } from '../../../ui/racing-avatar/racing-avatar.tsx'
import { formatNumber } from '../../../ui/time/format.ts'
import { myStatsQuery } from '../../leaderboard-rows/api/leaderboard-queries.ts'
import { entryName } from '../../leaderboard-rows/components/entry-name.ts'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import type { AvatarDraft } from './avatar-draft.ts'
import classes from './avatar-preview.module.css'

/** The user's position or points in the active weekend; nothing when there are none. */
const OwnStanding = ({ weekendId, of: figure }: { weekendId: number; of: 'position' | 'points' }) => {
  const { data } = useQuery(myStatsQuery(weekendId))
  if (figure === 'position') return <Position position={data?.position ?? null} medals={false} />
  return <b className="ps-points">{data ? formatNumber(data.totalPoints) : '–'}</b>
}

/** Large preview of the draft, as other users will see it. */
export const AvatarPreview = ({ draft, user }: { draft: AvatarDraft; user: User }) => {
  const { weekend } = useActiveWeekend()
  const name = entryName(user)
  return (
    <div className={classes.preview}>
      <div className={classes.stage} role="img" aria-label="Preview of your racing avatar">
        <RacingAvatar config={draft} crop="bust" />
      </div>
      <div className={classes.row}>
        {weekend && <OwnStanding weekendId={weekend.id} of="position" />}
        <Avatar name={name} of={{ avatarConfig: draft }} />
        <span className={classes.name} dir="auto">
          {name}
        </span>
        {weekend && <OwnStanding weekendId={weekend.id} of="points" />}
      </div>
      <Text size="xs" c="var(--ps-ink-3)">
        How you look on the board
      </Text>
    </div>
  )
}
