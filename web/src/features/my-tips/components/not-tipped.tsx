import { Box, Flex } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { Icon } from '../../../ui/base/icon.tsx'
import { formatClosing, type TimeZoneOption } from '../../../ui/time/format.ts'
import type { TipsSummary } from './tips-summary.ts'

type Props = {
  notTipped: TipsSummary['notTipped']
  zone: TimeZoneOption
  now: number
  /** Called before the link to Tipping is followed. */
  onOpen(): void
}

/** The categories that still take a tip. */
export const NotTipped = ({ notTipped, zone, now, onOpen }: Props) => (
  <Box className="ps-above" bg="var(--ps-bg)">
    <Box component="h3" className="ps-label" pt={12} px={16} pb={4}>
      Not tipped yet
    </Box>
    <ul className="ps-lined">
      {notTipped.map(({ category, closes }) => (
        <li key={category}>
          <Flex component={Link} align="center" gap={8} mih={44} px={16} fw={540} to="/tipping" onClick={onOpen}>
            <span>{category}</span>
            <Box component="span" className="ps-muted" ml="auto" flex="none" fz={13} fw={400}>
              {closes === null ? 'open' : `closes ${formatClosing(closes, zone, now)}`}
            </Box>
            <Icon icon={IconChevronRight} size={16} className="ps-faint" />
          </Flex>
        </li>
      ))}
    </ul>
  </Box>
)
