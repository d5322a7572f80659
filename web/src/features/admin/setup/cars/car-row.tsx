import { Badge, Box, Flex, Text } from '@mantine/core'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { IconPencil, IconX } from '@tabler/icons-react'
import { join } from '../../../../ui/base/join.ts'
import { ActionMenu, type MenuAction } from '../../../../ui/controls/action-menu.tsx'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { RowSelect } from '../../../../ui/controls/row-select.tsx'
import { Plate } from '../../../../ui/racing/plate.tsx'
import rows from '../../base/components/rows.module.css'
import { CAR_STATUSES, driversOf, isOut } from './car-form.ts'
import { useReviveCar, useSetCarStatus } from './car-mutations.ts'
import classes from './cars-tab.module.css'

const TWO = { gridColumn: 'span 2' }

const StatusSelect = ({ car }: { car: Car }) => {
  const setStatus = useSetCarStatus()
  return (
    <RowSelect
      aria-label={`Status of #${car.plate} ${car.driver}`}
      value={setStatus.isPending ? setStatus.variables.status : car.status}
      options={CAR_STATUSES}
      disabled={setStatus.isPending}
      bad={car.status !== 'active'}
      onChoose={(status) => setStatus.mutate({ id: car.id, status })}
    />
  )
}

const Revive = ({ car }: { car: Car }) => {
  const revive = useReviveCar()
  return (
    <AsyncButton
      variant="outline"
      size="sm"
      loading={revive.isPending}
      aria-label={`Re-enter #${car.plate} ${car.driver}`}
      onClick={() => revive.mutate(car)}
    >
      Re-enter
    </AsyncButton>
  )
}

type Props = { car: Car; onEdit(): void; onWithdraw(): void }

/** A car: plate, drivers, status, and a menu to edit or withdraw it. */
export const CarRow = ({ car, onEdit, onWithdraw }: Props) => {
  const { plate, driver, team, manufacturer, withdrawn } = car
  const isInactive = isOut(car)
  const actions: MenuAction[] = [
    { label: 'Edit', icon: IconPencil, onSelect: onEdit },
    { label: 'Withdraw', icon: IconX, onSelect: onWithdraw },
  ]
  return (
    <li className={join('ps-muted', rows.row, classes.car)}>
      <span>
        <Plate number={plate} look={isInactive ? 'out' : 'solid'} />
      </span>
      <div className="ps-wrap">
        <Text component="b" c={isInactive ? 'dimmed' : 'var(--ps-ink)'} td={isInactive ? 'line-through' : undefined}>
          {driversOf(car)}
        </Text>
        <Text component="div" variant="note" hiddenFrom="md">
          {[withdrawn && 'Withdrawn', team, manufacturer].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Box component="span" className="ps-clip" visibleFrom="md">
        {team}
      </Box>
      <Box component="span" className="ps-clip" visibleFrom="md">
        {manufacturer}
      </Box>
      {withdrawn ? (
        <Flex component="span" align="center" justify="space-between" gap={8} pr={8} style={TWO}>
          <Box component="span" visibleFrom="md">
            <Badge>Withdrawn</Badge>
          </Box>
          <Revive car={car} />
        </Flex>
      ) : (
        <>
          <StatusSelect car={car} />
          <ActionMenu label={`More for #${plate} ${driver}`} actions={actions} />
        </>
      )}
    </li>
  )
}
