import { Box, Flex, SegmentedControl } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router-dom'
import { Icon } from '../../../ui/base/icon.tsx'

/** Value of `view` in the URL for the season's leaderboard; without it the weekend's is shown. */
export const SEASON_VIEW = 'season'

const VIEWS = [
  { value: 'weekend', label: 'Weekend' },
  { value: SEASON_VIEW, label: 'Season' },
]

type Props = { seasonId: number; isSeason: boolean }

/** Switches between the leaderboards of the weekend and of its season, each of which has an address. */
export const SeasonSwitch = ({ seasonId, isSeason }: Props) => {
  const navigate = useNavigate()
  return (
    <Flex
      align="center"
      justify="space-between"
      gap={16}
      mx={{ base: 16, sm: 0 }}
      mt={{ base: 8, sm: 0 }}
      mb={{ base: 8, sm: 16 }}
    >
      <Box flex={{ base: '1 1 auto', sm: 'none' }} w={{ base: 'auto', sm: 240 }}>
        <SegmentedControl
          aria-label="Standings"
          data={VIEWS}
          value={isSeason ? SEASON_VIEW : 'weekend'}
          onChange={(view) => void navigate(view === SEASON_VIEW ? `?view=${SEASON_VIEW}` : '?')}
          fullWidth
        />
      </Box>
      <Link className="ps-way" to={`/season?season=${seasonId}`}>
        My season <Icon icon={IconArrowRight} size={16} />
      </Link>
    </Flex>
  )
}
