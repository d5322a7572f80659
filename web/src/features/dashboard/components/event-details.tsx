import { Box, Flex, Text } from '@mantine/core'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { isOpenToAll } from '@purple-sector/contracts/weekends/open-to-all'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { plural } from '../../../ui/time/format.ts'
import { useCategories } from '../../weekend-data/api/category-queries.ts'
import { weekendDates } from '../../weekend-data/api/weekend-labels.ts'
import { AddToCalendar } from '../../weekend-data/components/add-to-calendar.tsx'
import { categoriesOf } from './upcoming.ts'

type Props = { weekend: Weekend; races: readonly Race[]; onClose(): void }

/** Event details: the weekend, and the points that each of its categories can give. */
export const EventDetails = ({ weekend, races, onClose }: Props) => (
  <Dialog opened onClose={onClose} title={weekend.name} flush>
    <Box px={{ base: 16, sm: 20 }} py={16}>
      <Text inherit c="dimmed">
        {[weekend.venue, weekendDates(weekend)].filter(Boolean).join(' · ')}
      </Text>
      {weekend.description && (
        <Box component="p" mt={10}>
          {weekend.description}
        </Box>
      )}
    </Box>
    <ul aria-label="Categories">
      {categoriesOf(races, useCategories()).map(({ category, upTo, count, cancelled }) => (
        <Flex
          key={category}
          component="li"
          className="ps-above"
          align="center"
          justify="space-between"
          gap={12}
          mih={52}
          py={6}
          px={{ base: 16, sm: 20 }}
        >
          <span>
            <Box component="b" display="block" fw={550}>
              {category}
            </Box>
            <Box component="span" className="ps-faint" fz={12.5}>
              {plural(count, 'session')}
              {cancelled > 0 && `, ${cancelled === count ? 'Cancelled' : `${cancelled} Cancelled`}`}
            </Box>
          </span>
          <Box component="span" className="ps-num" flex="none">
            {upTo > 0 ? `Up to ${upTo} pts` : 'No points'}
          </Box>
        </Flex>
      ))}
    </ul>
    {isOpenToAll(weekend) && (
      <AddToCalendar
        title="Sessions in your calendar"
        note="Your calendar updates when a session moves."
        path={`/api/open/weekends/${weekend.id}/sessions.ics`}
        inset={20}
      />
    )}
  </Dialog>
)
