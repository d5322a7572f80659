import '@mantine/core/styles/Tabs.layer.css'
import {
  ActionIcon,
  Badge,
  Button,
  Flex,
  NativeSelect,
  SegmentedControl,
  Switch,
  Tabs,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconArrowRight, IconEdit, IconLock, IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Icon } from '../ui/base/icon.tsx'
import { AsyncButton } from '../ui/controls/async-button.tsx'
import { OptionalLabel } from '../ui/controls/optional-label.tsx'
import { PageTabs } from '../ui/controls/tabs.tsx'
import { Tick, Ticks } from '../ui/controls/tick.tsx'
import { Panel, PanelGrid } from '../ui/layout/panel.tsx'
import { Section } from './section.tsx'

const CATEGORIES = ['Repco Supercars Championship', 'Dunlop Super2 Series'].map((label) => ({ value: label, label }))

export const Controls = () => {
  const [status, setStatus] = useState<'provisional' | 'official' | 'amended'>('official')
  return (
    <Section
      title="Badges, buttons, fields"
      text="Filled badges for the state of the world, outlined for facts. One filled button a panel. Purple fills only the two invitations to sign in."
    >
      <Flex wrap="wrap" align="center" gap={8} px={{ base: 16, sm: 0 }}>
        <Badge variant="live">LIVE EVENT</Badge>
        <Badge variant="green" data-dot>
          LIVE
        </Badge>
        <Badge variant="running">Running</Badge>
        <Badge variant="ink">Completed</Badge>
        <Badge>Upcoming</Badge>
        <Badge variant="yellow">Pending</Badge>
        <Badge variant="yellow">Pending Approval</Badge>
        <Badge leftSection={<Icon icon={IconLock} size={14} />}>Private</Badge>
        <Badge variant="red">DNF</Badge>
        <Badge variant="red">Issues</Badge>
        <Badge variant="purple">Fastest</Badge>
        <Badge variant="plain">1,284 racers</Badge>
        <Badge size="sm" variant="ink">
          {3}
        </Badge>
        <Badge size="sm">{3}</Badge>
        <Badge size="xs" variant="ink">
          YOU
        </Badge>
      </Flex>
      <Flex wrap="wrap" align="center" gap={8} px={{ base: 16, sm: 0 }}>
        <Button>Submit Tip</Button>
        <Button variant="outline">Update Tip</Button>
        <AsyncButton loading>Submitting...</AsyncButton>
        <Button disabled>Submit Tip</Button>
        <Button variant="danger">Delete Group</Button>
        <Button variant="quiet">Cancel</Button>
        <Button component="a" href="#" variant="invite" rightSection={<Icon icon={IconArrowRight} size={16} />}>
          Get Started
        </Button>
        <Button size="sm" leftSection={<Icon icon={IconPlus} size={16} />}>
          Create Group
        </Button>
        <Button size="lg">Large</Button>
        <ActionIcon aria-label="Edit" title="Edit">
          <Icon icon={IconEdit} />
        </ActionIcon>
        <ActionIcon variant="danger" aria-label="Delete" title="Delete">
          <Icon icon={IconTrash} />
        </ActionIcon>
        <ActionIcon aria-label="Close" title="Close" disabled>
          <Icon icon={IconX} />
        </ActionIcon>
      </Flex>
      <PanelGrid>
        <Panel span={4}>
          <TextInput label="Name" placeholder="Type a message..." description="Up to 100 characters." />
        </Panel>
        <Panel span={4}>
          <TextInput label="Group name" defaultValue="Pit" error="Group name is required" />
        </Panel>
        <Panel span={4}>
          <NativeSelect
            label={<OptionalLabel>Category</OptionalLabel>}
            data={[{ value: '', label: 'Select a category' }, ...CATEGORIES]}
          />
        </Panel>
        <Panel span={6}>
          <Textarea label="Reason" defaultValue="Insults other fans." />
        </Panel>
        <Panel span={6}>
          <SegmentedControl
            aria-label="Status"
            value={status}
            onChange={setStatus}
            data={[
              { value: 'provisional', label: 'Provisional' },
              { value: 'official', label: 'Official' },
              { value: 'amended', label: 'Amended' },
            ]}
          />
        </Panel>
      </PanelGrid>
    </Section>
  )
}

export const Rows = () => {
  const [isPrivate, setPrivate] = useState(true)
  const [hidden, setHidden] = useState(false)
  return (
    <Section title="Switch row, tabs" text="The whole row is the target; title, meaning, switch.">
      <PanelGrid>
        <Panel span={6} flush>
          <Switch
            label="Private"
            description="Only invited members can join."
            checked={isPrivate}
            onChange={({ currentTarget }) => setPrivate(currentTarget.checked)}
          />
        </Panel>
        <Panel span={6} flush>
          <Switch
            label="Hide Points Until Approved"
            description="Member points are hidden on the leaderboard until approval."
            checked={hidden}
            onChange={({ currentTarget }) => setHidden(currentTarget.checked)}
          />
        </Panel>
        <Panel span={6} flush>
          <PageTabs
            label="Leaderboard"
            active="?tab=board"
            tabs={[
              { to: '?tab=board', label: 'Leaderboard' },
              { to: '?tab=engagement', label: 'Engagement' },
              { to: '?tab=notifications', label: 'Notifications', count: 2, fresh: true },
            ]}
          />
          <Tabs defaultValue="overall">
            <Tabs.List aria-label="Board">
              <Tabs.Tab value="overall">Overall</Tabs.Tab>
              <Tabs.Tab
                value="category"
                rightSection={
                  <Badge size="sm" variant="neutral">
                    4
                  </Badge>
                }
              >
                By Category
              </Tabs.Tab>
              <Tabs.Tab value="progress">Race Progress</Tabs.Tab>
            </Tabs.List>
          </Tabs>
        </Panel>
      </PanelGrid>
    </Section>
  )
}

export const FieldStates = () => (
  <Section title="Fields that are disabled, wrong or locked" text="What cannot be changed says why beside it.">
    <PanelGrid>
      <Panel span={4}>
        <TextInput label="Email" value="ada@example.com" disabled readOnly />
      </Panel>
      <Panel span={4}>
        <NativeSelect label="Category" data={CATEGORIES} disabled />
      </Panel>
      <Panel span={4}>
        <Textarea label="Description" placeholder="Optional" error="Description must be under 200 characters" />
      </Panel>
      <Panel span={6}>
        <SegmentedControl
          aria-label="Visor"
          fullWidth
          defaultValue="tinted"
          data={[
            { value: 'tinted', label: 'Tinted' },
            { value: 'clear', label: 'Clear' },
            { value: 'smoked', label: 'Smoked', disabled: true },
          ]}
        />
      </Panel>
      <Panel span={6}>
        <Ticks>
          <Tick title="Race 1" note="Fri 3:20 pm" checked onChange={() => {}} />
          <Tick title="Race 2" note="Sat 2:05 pm" checked={false} onChange={() => {}} />
          <Tick title="Race 3" note="locked: shows" checked locked onChange={() => {}} />
        </Ticks>
      </Panel>
      <Panel span={6} flush>
        <Switch
          label="Main category"
          description="It stays the main one until you choose another."
          checked
          disabled
          readOnly
        />
      </Panel>
    </PanelGrid>
  </Section>
)
