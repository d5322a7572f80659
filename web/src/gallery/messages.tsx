import { Button, Flex, Skeleton, Stack, Tabs } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Icon } from '../ui/base/icon.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { OfflineLine } from '../ui/layout/offline-line.tsx'
import { Panel, PanelGrid } from '../ui/layout/panel.tsx'
import { EmptyState, ErrorState, LoadingState } from '../ui/layout/state.tsx'
import { ToastCard } from '../ui/toasts/toast-card.tsx'
import { toasts } from '../ui/toasts/toast-store.ts'
import { Section } from './section.tsx'

export const States = () => (
  <Section title="Empty, loading, error" text="Say what is so and what to do. No pictures.">
    <PanelGrid>
      <Panel span={3} flush>
        <EmptyState
          order={3}
          title="No Groups Yet"
          text="Create a group, or open an invitation link from a friend."
          action={
            <Button size="sm" leftSection={<Icon icon={IconPlus} size={16} />}>
              Create Group
            </Button>
          }
        />
      </Panel>
      <Panel span={3} flush>
        <LoadingState order={3} title="Loading group races...">
          <Skeleton width="82%" />
          <Skeleton width="64%" />
          <Skeleton width="74%" />
        </LoadingState>
      </Panel>
      <Panel span={3} flush>
        <ErrorState
          order={3}
          title="Couldn’t load the standings"
          message="503: Service Unavailable. Your tips are safe."
          onRetry={() => {}}
        />
      </Panel>
      <Panel span={3} flush>
        <EmptyState
          order={3}
          title="No Active Weekend"
          text="There is no active race weekend at the moment. Check back later!"
        />
      </Panel>
    </PanelGrid>
    <OfflineLine>Standings as of 3:52 pm. Trying again in 10 seconds.</OfflineLine>
  </Section>
)

const TOASTS = [
  {
    title: 'Tip submitted successfully!',
    text: 'Your tip for Dunlop Super2 Series has been saved.',
    tone: 'green',
  },
  { title: 'Error submitting tip', text: 'Please try again.', tone: 'red' },
  { title: 'Race Results Updated', text: 'Race 1 has finished!', tone: 'neutral', isNotification: true },
  {
    title: 'Race Results Updated',
    text: 'The result of Race 1 was corrected',
    detail:
      'Car 7 got a penalty of 5 seconds for an unsafe release in the pit lane on lap 61, and car 31 lost its best lap for track limits in turn 8. The stewards heard both teams after the race.',
    tone: 'neutral',
    isNotification: true,
  },
] as const

export const Messages = () => {
  const [open, setOpen] = useState<'confirm' | 'form'>()
  const close = () => setOpen(undefined)
  return (
    <Section
      title="Toast and dialog"
      text="At most one toast, five seconds; news wait for answers. Destructive questions name the thing and keep the safe answer first."
    >
      <Flex direction={{ base: 'column', sm: 'row' }} align="start" gap={16}>
        <Stack gap={12} w={{ base: '100%', sm: 304 }} flex="none">
          {TOASTS.map((message) => (
            <ToastCard key={message.text} message={message} />
          ))}
        </Stack>
        <Flex wrap="wrap" align="center" gap={8} px={{ base: 16, sm: 0 }}>
          {TOASTS.map((message) => (
            <Button key={message.text} variant="outline" size="sm" onClick={() => toasts.show(message)}>
              {`Toast: ${message.title}${'detail' in message ? ', with a reason' : ''}`}
            </Button>
          ))}
          <Button variant="outline" size="sm" onClick={() => setOpen('confirm')}>
            Destructive dialog
          </Button>
          <Button variant="outline" size="sm" onClick={() => setOpen('form')}>
            Large dialog
          </Button>
        </Flex>
      </Flex>
      <ConfirmDialog
        opened={open === 'confirm'}
        onClose={close}
        onConfirm={close}
        title="Delete Group"
        text="Are you sure you want to delete this group? This action cannot be undone."
        confirm="Delete Group"
      />
      <Dialog
        opened={open === 'form'}
        onClose={close}
        title="Pit Lane Pundits"
        size="md"
        tabs={
          <Tabs defaultValue="overall">
            <Tabs.List aria-label="Board">
              <Tabs.Tab value="overall">Overall</Tabs.Tab>
              <Tabs.Tab value="category">By Category</Tabs.Tab>
            </Tabs.List>
          </Tabs>
        }
        foot={<Button onClick={close}>Save</Button>}
      >
        {Array.from({ length: 40 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: filling
          <p key={index}>A line of the body, which scrolls.</p>
        ))}
      </Dialog>
    </Section>
  )
}
