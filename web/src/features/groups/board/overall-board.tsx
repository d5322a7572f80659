import type { Group } from '@purple-sector/contracts/groups/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLive, usePollWhileOffline } from '../../../lib/live.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { useFollowProjected } from '../../leaderboard/api/follow-projected.ts'
import { LEADERBOARD_POLL_MS, leaderboardQuery } from '../../leaderboard/api/leaderboard-queries.ts'
import { ProjectedBoard } from '../../leaderboard/projected-board.tsx'
import classes from './group-leaderboard-dialog.module.css'

const KINDS = [
  { value: 'official', label: 'Official' },
  { value: 'standing', label: 'As it stands' },
] as const
type Kind = (typeof KINDS)[number]['value']

/** Number of rows that a frame carries. */
const ROWS = 20

type Props = { group: Group; races: readonly Race[] | undefined; children: ReactNode }

/** The official leaderboard; while a session runs, the fan may switch to the projected one, which replaces it. */
export const OverallBoard = ({ group, races, children }: Props) => {
  useFollowProjected()
  const { isLive } = useLive()
  const [kind, choose] = useState<Kind>('official')
  const scope = { weekendId: group.weekendId, groupId: group.id }
  // Frames report whether a session runs; the query fetches rows beyond those of a frame, and all of them while
  // offline.
  const projected = useQuery({
    ...leaderboardQuery(scope, 'projected'),
    enabled: ({ state }) => Boolean(state.data) || !isLive,
    refetchInterval: usePollWhileOffline(LEADERBOARD_POLL_MS.projected),
  }).data
  const race = projected && races?.find(({ id }) => id === projected.raceId)
  if (!race) return children
  return (
    <>
      <Segmented label="Board" options={KINDS} value={kind} onChange={choose} full className={classes.kinds} />
      {kind === 'standing' ? <ProjectedBoard race={race} scope={scope} rows={ROWS} /> : children}
    </>
  )
}
