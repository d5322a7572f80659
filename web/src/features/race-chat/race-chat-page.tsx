import { Badge, Box, Flex, Stack, Text, Title } from '@mantine/core'
import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { IconCalendarEvent, IconMapPin, IconMessage2, type TablerIcon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Icon } from '../../ui/base/icon.tsx'
import { Page, PageHead } from '../../ui/layout/page.tsx'
import { Panel, PanelGrid } from '../../ui/layout/panel.tsx'
import { LoadingState } from '../../ui/layout/state.tsx'
import { formatNumber, plural } from '../../ui/time/format.ts'
import { logQuery } from '../chat/api/chat-queries.ts'
import { weekendRoom } from '../chat/api/room.ts'
import { useRoom } from '../chat/api/use-room.ts'
import { ChatPanel } from '../chat/components/chat-panel.tsx'
import { TopFive } from '../leaderboards/top-five.tsx'
import { useZone } from '../session/use-zone.ts'
import { useUser } from '../session/user-query.ts'
import { leaderboardTitle, weekendDates } from '../weekend-data/api/weekend-labels.ts'
import { racesQuery } from '../weekend-data/api/weekend-queries.ts'
import { useActiveWeekend } from '../weekend-data/components/active-weekend.tsx'
import { WithActiveWeekend } from '../weekend-data/components/with-active-weekend.tsx'
import classes from './race-chat-page.module.css'
import { useScreen } from './use-screen.ts'

const TITLE = 'Race Chat'
const CLIPPED = { overflow: 'hidden' }

const Fact = ({ icon, children }: { icon: TablerIcon; children: ReactNode }) => (
  <Flex component="p" className="ps-muted" align="center" gap={10} fz={13.5} lh="18px">
    <Icon icon={icon} size={16} className="ps-faint" />
    <span>{children}</span>
  </Flex>
)

/** The weekend of the chat; on a phone it is in the banner instead. */
const WeekendCard = ({ weekend, messages }: { weekend: Weekend; messages: number | undefined }) => (
  <Stack gap={7}>
    <Flex align="center" justify="space-between" gap={10} mb={2}>
      <Title order={2} size="h3" className="ps-wrap">
        {weekend.name}
      </Title>
      {weekend.status === 'live' && <Badge variant="live">LIVE EVENT</Badge>}
    </Flex>
    {weekend.venue && <Fact icon={IconMapPin}>{weekend.venue}</Fact>}
    <Fact icon={IconCalendarEvent}>{weekendDates(weekend)}</Fact>
    {messages !== undefined && (
      <Fact icon={IconMessage2}>
        <Box component="b" fw={620} c="bright">
          {formatNumber(messages)}
        </Box>{' '}
        {messages === 1 ? 'message' : 'messages'}
      </Fact>
    )}
  </Stack>
)

const WeekendChat = ({ weekend }: { weekend: Weekend }) => {
  const room = weekendRoom(weekend.id)
  const facts = useRoom(room)
  const zone = useZone(weekend.timeZone)
  const user = useUser()
  const races = useQuery(racesQuery(weekend.id))
  return (
    <Flex
      direction={{ base: 'column', md: 'row' }}
      align={{ base: 'stretch', md: 'flex-start' }}
      gap={16}
      flex={{ base: '1 1 0', sm: 'none' }}
      mih={0}
    >
      <Flex
        component="section"
        className="ps-frame"
        direction="column"
        flex={{ base: '1 1 0', sm: 'none', md: '1 1 0' }}
        h={{ base: 'auto', sm: 600 }}
        mih={0}
        bd={{ base: 0, sm: '1px solid var(--ps-line)' }}
        bg={{ base: 'var(--ps-bg)', sm: 'var(--ps-panel)' }}
        style={CLIPPED}
        aria-labelledby="weekend-discussion"
      >
        <Box className="ps-head ps-below ps-between" flex="none" bg="var(--ps-panel)">
          <h2 id="weekend-discussion">Weekend Discussion</h2>
          {facts && (
            <Text span size="xs" c="var(--ps-ink-3)">
              {plural(facts.messageCount, 'message')}
            </Text>
          )}
        </Box>
        <ChatPanel
          room={room}
          weekendId={weekend.id}
          facts={facts}
          placeholder="Type your message..."
          empty={{
            title: 'No messages yet',
            text: `Be the first to start the conversation about ${bidiIsolate(weekend.name)}!`,
          }}
          races={races.data}
          zone={zone}
          moderator={user?.isAdmin ? 'administrator' : undefined}
        />
      </Flex>
      <Box visibleFrom="sm" flex="none" w={{ md: 336 }}>
        <PanelGrid columns={1}>
          <Panel span={1}>
            <WeekendCard weekend={weekend} messages={facts?.messageCount} />
          </Panel>
          <Panel span={1} title={leaderboardTitle(weekend)} flush>
            <TopFive scope={openCompetition(weekend.id)} />
          </Panel>
        </PanelGrid>
      </Box>
    </Flex>
  )
}

/** The queries that the page shows first of a weekend. */
export const reads = (weekendId: number) => [logQuery({ type: 'weekend', id: weekendId })]

/** The chat of a weekend, open to all fans. */
export const RaceChatPage = () => {
  const screen = useRef<HTMLDivElement>(null)
  useScreen(screen)
  const { weekend: visible } = useActiveWeekend()
  return (
    <Page className={classes.page}>
      {!visible && <PageHead title={TITLE} />}
      <WithActiveWeekend loading={<LoadingState title="Loading the weekend..." />}>
        {(weekend) => (
          <Stack ref={screen} gap={0} className={classes.screen}>
            <PageHead title={TITLE} text={`Chat with other fans about the ${bidiIsolate(weekend.name)}`} />
            <WeekendChat key={weekend.id} weekend={weekend} />
          </Stack>
        )}
      </WithActiveWeekend>
    </Page>
  )
}
