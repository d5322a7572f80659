import { ActionIcon, Badge, Box, Flex, Text } from '@mantine/core'
import type { Category } from '@purple-sector/contracts/weekends/http'
import { IconArchive, IconArchiveOff, IconArrowDown, IconArrowUp, IconEdit, IconTrash } from '@tabler/icons-react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { join } from '../../../../ui/base/join.ts'
import { useIsPhone } from '../../../../ui/base/use-is-phone.ts'
import { ActionMenu, type MenuAction } from '../../../../ui/controls/action-menu.tsx'
import { CategoryMark } from '../../../weekend-data/components/category-mark.tsx'
import rows from '../../base/components/rows.module.css'

type Props = {
  category: Category
  isFirst: boolean
  isLast: boolean
  onEdit(): void
  onMove(step: -1 | 1): void
  onArchive(): void
  onDelete(): void
}

/** Returns the other names of a category. */
const otherNames = ({ name, shortName, aliases }: Category): string =>
  [...new Set([shortName, ...aliases])].filter((spelling) => spelling !== name).join(', ')

/** A category: names, flags and actions, which are a menu on a phone. The main one cannot be deleted or archived. */
export const CategoryRow = ({ category, isFirst, isLast, onEdit, onMove, onArchive, onDelete }: Props) => {
  const isPhone = useIsPhone()
  const { name, isMain, archived } = category
  const moves: MenuAction[] = [
    { label: 'Move up', icon: IconArrowUp, onSelect: () => onMove(-1), disabled: isFirst },
    { label: 'Move down', icon: IconArrowDown, onSelect: () => onMove(1), disabled: isLast },
  ]
  const actions: MenuAction[] = [
    ...moves,
    { label: 'Edit', icon: IconEdit, onSelect: onEdit },
    {
      label: archived ? 'Restore' : 'Archive',
      icon: archived ? IconArchiveOff : IconArchive,
      onSelect: onArchive,
      disabled: isMain,
    },
    { label: 'Delete', icon: IconTrash, onSelect: onDelete, danger: true, disabled: isMain },
  ]
  return (
    <Box component="li" className={join('ps-row', rows.row)} mih={60} data-category={category.id}>
      <CategoryMark category={category} />
      <div className="ps-fill ps-wrap">
        <Text component="b" display="block" c={archived ? 'var(--ps-ink-3)' : undefined}>
          {name}
        </Text>
        <Text span variant="note">
          {otherNames(category)}
        </Text>
      </div>
      {isMain && <Badge variant="plain">Main</Badge>}
      {archived && <Badge>Archived</Badge>}
      {isPhone ? (
        <ActionMenu label={`More for ${name}`} actions={actions} />
      ) : (
        <Flex component="span" flex="none">
          {actions.map(({ label, icon, onSelect, disabled }) => (
            <ActionIcon
              key={label}
              aria-label={`${label} ${name}`}
              title={label}
              data-action={label}
              disabled={disabled}
              onClick={onSelect}
            >
              <Icon icon={icon} />
            </ActionIcon>
          ))}
        </Flex>
      )}
    </Box>
  )
}
