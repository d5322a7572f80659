import { Badge, Box } from '@mantine/core'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { IconPencil, IconX } from '@tabler/icons-react'
import { join } from '../../../../ui/base/join.ts'
import { ActionMenu, type MenuAction } from '../../../../ui/controls/action-menu.tsx'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { RowSelect } from '../../../../ui/controls/row-select.tsx'
import { Plate } from '../../../../ui/racing/plate.tsx'
import { CAR_STATUSES, driversOf, isOut } from './car-form.ts'
import { useReviveCar, useSetCarStatus } from './car-mutations.ts'
import classes from './cars-tab.module.css'

const StatusSelect = ({ car }: { car: Car }) => {
  const setStatus = useSetCarStatus()
  return (
    <RowSelect
      className={classes.status}
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
    <li className={classes.row}>
      <Plate number={plate} look={isInactive ? 'out' : 'solid'} />
      <div className={join('ps-lines', classes.words)}>
        <b className={isInactive ? classes.struck : undefined}>{driversOf(car)}</b>
        <Box component="span" hiddenFrom="md" fz={12.5} lh="17px">
          {[withdrawn && 'Withdrawn', team, manufacturer].filter(Boolean).join(' · ')}
        </Box>
      </div>
      <Box component="span" className="ps-clip" visibleFrom="md">
        {team}
      </Box>
      <Box component="span" className="ps-clip" visibleFrom="md">
        {manufacturer}
      </Box>
      {withdrawn ? (
        <span className={classes.withdrawn}>
          <Box component="span" visibleFrom="md">
            <Badge>Withdrawn</Badge>
          </Box>
          <Revive car={car} />
        </span>
      ) : (
        <>
          <StatusSelect car={car} />
          <ActionMenu label={`More for #${plate} ${driver}`} actions={actions} />
        </>
      )}
    </li>
  )
}
