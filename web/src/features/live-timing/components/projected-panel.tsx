import { Box, Flex } from '@mantine/core'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../../../ui/base/icon.tsx'
import { RowSelect } from '../../../ui/controls/row-select.tsx'
import { groupsQuery } from '../../groups/api/group-queries.ts'
import { ProjectedLeaderboard } from '../../leaderboards/projected-leaderboard.tsx'

const OPEN = 'open'

/** Returns the open competition and the fan's groups of the weekend. */
const useCompetitions = (weekendId: number) => {
  const groups = useQuery(groupsQuery).data ?? []
  return [
    { value: OPEN, label: 'Purple Sector' },
    ...groups
      .filter((group) => group.weekendId === weekendId)
      .map(({ id, name }) => ({ value: String(id), label: name })),
  ]
}

type Props = {
  race: Race
  rows?: number
  /** Whether the page is the leaderboard, so that no link to it is needed. */
  isOnLeaderboard?: boolean
}

/** Projected leaderboard of the selected competition, as if the session ended now. */
export const ProjectedPanel = ({ race, rows = 7, isOnLeaderboard }: Props) => {
  const { weekendId } = race
  const competitions = useCompetitions(weekendId)
  const [chosenScope, choose] = useState(OPEN)
  const competition = competitions.some(({ value }) => value === chosenScope) ? chosenScope : OPEN
  return (
    <>
      <ProjectedLeaderboard
        race={race}
        scope={{ weekendId, groupId: competition === OPEN ? null : Number(competition) }}
        rows={rows}
        beside={
          competitions.length > 1 && (
            <Box w={{ base: '100%', sm: 132 }} my={{ base: 8, sm: 0 }} ml="auto">
              <RowSelect aria-label="Competition" value={competition} options={competitions} onChoose={choose} />
            </Box>
          )
        }
      />
      {!isOnLeaderboard && (
        <Flex
          component={Link}
          className="ps-way"
          display={{ base: 'flex', sm: 'inline-flex' }}
          justify="center"
          mih={44}
          my={0}
          px={16}
          to="/leaderboard"
        >
          Official leaderboard <Icon icon={IconArrowRight} size={16} />
        </Flex>
      )}
    </>
  )
}
