import { ActionIcon, Badge, Box, Button, Flex, Text } from '@mantine/core'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { join } from '../../../../ui/base/join.ts'
import { useIsPhone } from '../../../../ui/base/use-is-phone.ts'
import { ActionMenu } from '../../../../ui/controls/action-menu.tsx'
import type { BadgeVariant } from '../../../../ui/theme/surfaces.ts'
import { plural } from '../../../../ui/time/format.ts'
import { rulesLabel } from '../../../weekend-data/api/season-labels.ts'
import rows from '../../base/components/rows.module.css'

const STATUS: Record<Season['status'], { tone: BadgeVariant; label: string }> = {
  active: { tone: 'green', label: 'Active' },
  completed: { tone: 'ink', label: 'Completed' },
  upcoming: { tone: 'neutral', label: 'Upcoming' },
}

type Props = { season: Season; onRounds(): void; onEdit(): void; onDelete(): void }

/** A season with its rules and actions; on a phone the rarer ones are in a menu. */
export const SeasonRow = ({ season, onRounds, onEdit, onDelete }: Props) => {
  const isPhone = useIsPhone()
  const { name, year, status, weekends } = season
  const { tone, label } = STATUS[status]
  return (
    <Box component="li" className={join('ps-row', rows.row)} mih={60}>
      <div className="ps-fill ps-wrap">
        <Flex align="center" wrap="wrap" gap="2px 8px">
          <b>{name}</b>
          <Badge variant={tone}>{label}</Badge>
        </Flex>
        <Text span variant="note">
          {year}, {plural(weekends.length, 'round')}: {rulesLabel(season)}
        </Text>
      </div>
      <Button variant="outline" size="sm" aria-label={`Rounds of ${name}`} onClick={onRounds}>
        Rounds
      </Button>
      {isPhone ? (
        <ActionMenu
          label={`More for ${name}`}
          actions={[
            { label: 'Edit', icon: IconEdit, onSelect: onEdit },
            { label: 'Delete', icon: IconTrash, danger: true, onSelect: onDelete },
          ]}
        />
      ) : (
        <Flex component="span" flex="none">
          <ActionIcon aria-label={`Edit ${name}`} title="Edit" onClick={onEdit}>
            <Icon icon={IconEdit} />
          </ActionIcon>
          <ActionIcon aria-label={`Delete ${name}`} title="Delete" onClick={onDelete}>
            <Icon icon={IconTrash} />
          </ActionIcon>
        </Flex>
      )}
    </Box>
  )
}
