import type { Car } from '@purple-sector/contracts/weekends/http'
import { IconTrash, IconX } from '@tabler/icons-react'
import { ActionMenu, type MenuAction } from '../../../ui/action-menu.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Plate } from '../../../ui/plate.tsx'
import { RowSelect } from '../../../ui/row-select.tsx'
import { CAR_STATUSES, driversOf, isOut } from './car-form.ts'
import { useReviveCar, useSetCarStatus } from './car-mutations.ts'
import classes from './cars-tab.module.css'

const StatusSelect = ({ car }: { car: Car }) => {
  const setStatus = useSetCarStatus()
  return (
    <RowSelect
      className={classes.status}
      aria-label={`Status of #${car.number} ${car.driver}`}
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
    <Button
      variant="outline"
      size="sm"
      busy={revive.isPending}
      aria-label={`Enter again #${car.number} ${car.driver}`}
      onClick={() => revive.mutate(car)}
    >
      Enter again
    </Button>
  )
}

type Props = { car: Car; onWithdraw(): void; onRemoveDriver(driver: string): void }

/** A car of a category: its plate, who drives it, how it stands, and a menu with what takes it out. */
export const CarRow = ({ car, onWithdraw, onRemoveDriver }: Props) => {
  const { number, driver, coDriver, team, manufacturer, withdrawn } = car
  const isGone = isOut(car)
  const actions: MenuAction[] = [
    { label: 'Withdraw', icon: IconX, onSelect: onWithdraw },
    ...[driver, ...(coDriver ? [coDriver] : [])].map(
      (name): MenuAction => ({
        label: `Remove ${name} from all races`,
        icon: IconTrash,
        danger: true,
        onSelect: () => onRemoveDriver(name),
      }),
    ),
  ]
  return (
    <li className={classes.row}>
      <Plate number={number} look={isGone ? 'out' : 'solid'} />
      <div className={classes.words}>
        <b className={isGone ? classes.struck : undefined}>{driversOf(car)}</b>
        <span>{[team, manufacturer].filter(Boolean).join(' · ')}</span>
      </div>
      <span className={classes.team}>{team}</span>
      <span className={classes.make}>{manufacturer}</span>
      {withdrawn ? (
        <span className={classes.withdrawn}>
          <Badge>Withdrawn</Badge>
          <Revive car={car} />
        </span>
      ) : (
        <>
          <StatusSelect car={car} />
          <ActionMenu label={`More for #${number} ${driver}`} actions={actions} />
        </>
      )}
    </li>
  )
}
