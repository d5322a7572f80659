import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical, type TablerIcon } from '@tabler/icons-react'
import { Icon } from '../base/icon.tsx'

export type MenuAction = {
  label: string
  icon: TablerIcon
  onSelect(): void
  danger?: boolean
  disabled?: boolean
}

/** Three-dot menu with the actions of a row. */
export const ActionMenu = ({ label, actions }: { label: string; actions: readonly MenuAction[] }) => (
  <Menu position="bottom-end" withinPortal>
    <Menu.Target>
      <ActionIcon aria-label={label} title={label}>
        <Icon icon={IconDotsVertical} size={20} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {actions.map(({ label: name, icon, onSelect, danger, disabled }) => (
        <Menu.Item
          key={name}
          leftSection={<Icon icon={icon} />}
          className={danger ? 'ps-bad' : undefined}
          disabled={disabled ?? false}
          onClick={onSelect}
        >
          {name}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
