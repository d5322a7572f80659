import { Box, Button, Flex } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Icon } from '../../../../ui/base/icon.tsx'
import { PanelGrid } from '../../../../ui/layout/panel.tsx'
import { SetupHead } from '../../base/components/setup-head.tsx'
import { useDialogSubject } from '../../base/components/use-dialog-subject.ts'
import { WithWeekend } from '../../base/components/with-weekend.tsx'
import type { Person } from '../api/moderation-mutations.ts'
import { messagesQuery, peopleQuery } from '../api/moderation-queries.ts'
import { FilterBar } from '../components/filter-bar.tsx'
import { LogPanel } from '../components/log-panel.tsx'
import { MessagesPanel } from '../components/messages-panel.tsx'
import { MuteDialog } from '../components/mute-dialog.tsx'
import { MutedPanel } from '../components/muted-panel.tsx'
import { SlowModePanel } from '../components/slow-mode-panel.tsx'
import { useFilters } from '../components/use-filters.ts'

const Moderation = ({ weekend }: { weekend: Weekend }) => {
  const [filters, choose] = useFilters()
  const { userId } = filters
  const [newest] = useInfiniteQuery(messagesQuery(filters)).data?.pages[0] ?? []
  const person = useQuery(peopleQuery(userId === undefined ? [] : [userId])).data?.[0]
  const mute = useDialogSubject<Person>()
  return (
    <>
      <SetupHead
        title="Chat Moderation"
        text="Deleting a message removes it from every screen straight away. The reason is kept."
        end={
          <FilterBar weekend={weekend} filters={filters} chatName={newest?.roomName ?? undefined} onChoose={choose} />
        }
      />
      {userId !== undefined && (
        <Flex
          className="ps-sm ps-muted"
          align="center"
          wrap="wrap"
          rowGap={4}
          columnGap={12}
          mb={12}
          px={{ base: 16, sm: 0 }}
        >
          <span>
            Messages of <b>{person?.userName ?? 'one fan'}</b>
          </span>
          <Button
            size="sm"
            variant="quiet"
            leftSection={<Icon icon={IconX} size={16} />}
            onClick={() => choose({ person: '' })}
          >
            Everyone
          </Button>
          {person && (
            <Button size="sm" variant="outline" onClick={() => mute.open(person)}>
              Mute {person.userName}
            </Button>
          )}
        </Flex>
      )}
      <Flex
        direction={{ base: 'column', md: 'row' }}
        align={{ base: 'stretch', md: 'flex-start' }}
        gap={{ base: 8, sm: 16 }}
      >
        <Box flex={{ md: '1 1 0' }} miw={0}>
          <MessagesPanel
            key={JSON.stringify(filters)}
            weekend={weekend}
            filters={filters}
            onChoose={choose}
            onMute={mute.open}
          />
        </Box>
        <Box flex="none" w={{ md: 380 }}>
          <PanelGrid columns={1}>
            <SlowModePanel weekend={weekend} />
            <MutedPanel zone={weekend} />
            <LogPanel weekend={weekend} />
          </PanelGrid>
        </Box>
      </Flex>
      {mute.subject && (
        <MuteDialog key={mute.key} person={mute.subject} weekend={weekend} opened={mute.opened} onClose={mute.close} />
      )}
    </>
  )
}

/** Messages of every chat, moderation tools, and the log. */
export const ModerationTab = () => (
  <WithWeekend title="Chat Moderation">{(weekend) => <Moderation key={weekend.id} weekend={weekend} />}</WithWeekend>
)
