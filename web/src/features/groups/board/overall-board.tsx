import type { Group } from '@purple-sector/contracts/groups/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLive, usePollWhileOffline } from '../../../lib/live.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { useFollowProjected } from '../../projected/follow-projected.ts'
import { ProjectedBoard } from '../../projected/projected-board.tsx'
import { projectedQuery, STANDING_POLL_MS } from '../../projected/projected-query.ts'
import classes from './group-leaderboard-dialog.module.css'

const KINDS = [
  { value: 'official', label: 'Official' },
  { value: 'standing', label: 'As it stands' },
] as const
type Kind = (typeof KINDS)[number]['value']

/** As many as a frame tells. */
const ROWS = 20

type Props = { group: Group; races: readonly Race[] | undefined; children: ReactNode }

/** The official board; while a session runs the fan may look at how it would be, in its stead and never amid it. */
export const OverallBoard = ({ group, races, children }: Props) => {
  useFollowProjected()
  const { isLive } = useLive()
  const [kind, choose] = useState<Kind>('official')
  const scope = { weekendId: group.weekendId, groupId: group.id }
  // Whether a session runs is told by the socket; asked for are rows beyond those told, and all while OFFLINE.
  const standing = useQuery({
    ...projectedQuery(scope),
    enabled: ({ state }) => Boolean(state.data) || !isLive,
    refetchInterval: usePollWhileOffline(STANDING_POLL_MS),
  }).data
  const race = standing && races?.find(({ id }) => id === standing.raceId)
  if (!race) return children
  return (
    <>
      <Segmented label="Board" options={KINDS} value={kind} onChange={choose} full className={classes.kinds} />
      {kind === 'standing' ? <ProjectedBoard race={race} scope={scope} rows={ROWS} /> : children}
    </>
  )
}
