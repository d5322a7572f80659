import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/CheckboxCard.layer.css'
import '@mantine/core/styles/CheckboxIndicator.layer.css'
import { Box, Checkbox, type CheckboxProps, Flex, SimpleGrid, Text } from '@mantine/core'
import { IconCheck, IconLock, type TablerIcon } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../base/icon.tsx'
import { join } from '../base/join.ts'

type TickProps = {
  title: ReactNode
  /** A quieter line below. */
  note?: ReactNode
  checked: boolean
  onChange(checked: boolean): void
  /** Whether it cannot be changed: a lock replaces the box. */
  locked?: boolean
}

/** Lays out choices side by side, four a row where there is room. */
export const Ticks = ({ children }: { children: ReactNode }) => (
  <SimpleGrid cols={{ base: 2, md: 4 }} spacing={6} mt={4}>
    {children}
  </SimpleGrid>
)

const icon =
  (drawing: TablerIcon): CheckboxProps['icon'] =>
  ({ className }) => <Icon icon={drawing} size={14} className={className} />
const Check = icon(IconCheck)
const Lock = icon(IconLock)

/** One of several choices; the whole field is the click target. */
export const Tick = ({ title, note, checked, onChange, locked = false }: TickProps) => (
  <Checkbox
    checked={checked}
    disabled={locked}
    icon={locked ? Lock : Check}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    label={
      <>
        <Text component="b" display="block" size="sm" fw={540} lh="17px">
          {title}
        </Text>
        {note !== undefined && (
          <Text component="span" display="block" size="xs" c="dimmed" lh="15px">
            {note}
          </Text>
        )}
      </>
    }
  />
)

const TextButton = (props: ComponentProps<'button'>) => (
  <Box
    component="button"
    type="button"
    className={join('ps-way', props.disabled ? 'ps-faint' : 'ps-muted')}
    miw={{ base: 44, sm: 0 }}
    {...props}
  />
)

/** Buttons Select all and Clear, beside the name of their choices. */
export const TickAll = ({
  name,
  noneChosen,
  either = false,
  onSelectAll,
  onClear,
}: {
  name: string
  noneChosen: boolean
  /** Whether to show one button only: Clear as soon as something is chosen, else Select all. */
  either?: boolean
  onSelectAll(): void
  onClear(): void
}) => (
  <Flex component="span" flex="none" gap={16}>
    {!(either && !noneChosen) && (
      <TextButton aria-label={`Select all of ${name}`} onClick={onSelectAll}>
        Select all
      </TextButton>
    )}
    {!(either && noneChosen) && (
      <TextButton aria-label={`Clear ${name}`} disabled={noneChosen} onClick={onClear}>
        Clear
      </TextButton>
    )}
  </Flex>
)
