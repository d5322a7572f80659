import { ActionIcon, Badge, Button, Flex } from '@mantine/core'
import { IconArrowRight, IconEdit, IconLock, IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { AsyncButton } from '../ui/async-button.tsx'
import { TextAreaField, TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Panel, PanelGrid } from '../ui/panel.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { SwitchRow } from '../ui/switch-row.tsx'
import { PageTabs, Tabs } from '../ui/tabs.tsx'
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
          <TextField label="Name" placeholder="Type a message..." hint="Up to 100 characters." />
        </Panel>
        <Panel span={4}>
          <TextField label="Group name" defaultValue="Pit" error="Group name is required" />
        </Panel>
        <Panel span={4}>
          <SelectField label="Category" options={CATEGORIES} placeholder="Select a category" optional />
        </Panel>
        <Panel span={6}>
          <TextAreaField label="Reason" defaultValue="Insults other fans." />
        </Panel>
        <Panel span={6}>
          <Segmented
            label="Status"
            value={status}
            onChange={setStatus}
            options={[
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
  const [tab, setTab] = useState<'overall' | 'category' | 'progress'>('overall')
  return (
    <Section title="Switch row, tabs" text="The whole row is the target; title, meaning, switch.">
      <PanelGrid>
        <Panel span={6} flush>
          <SwitchRow title="Private" text="Only invited members can join." checked={isPrivate} onChange={setPrivate} />
        </Panel>
        <Panel span={6} flush>
          <SwitchRow
            title="Hide Points Until Approved"
            text="Member points are hidden on the leaderboard until approval."
            checked={hidden}
            onChange={setHidden}
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
          <Tabs
            label="Board"
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'overall', label: 'Overall' },
              { value: 'category', label: 'By Category', count: 4 },
              { value: 'progress', label: 'Race Progress' },
            ]}
          />
        </Panel>
      </PanelGrid>
    </Section>
  )
}
