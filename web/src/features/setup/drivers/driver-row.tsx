import { Box } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Plate } from '../../../ui/plate.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { CAR_STATUSES } from '../cars/car-form.ts'
import classes from './drivers.module.css'
import type { Driver } from './drivers.ts'

const statusLabel = (status: string): string => CAR_STATUSES.find(({ value }) => value === status)?.label ?? status

/** Joins the distinct values of a driver's cars. */
const each = (values: readonly (string | null)[]): string => [...new Set(values.filter(Boolean))].join(', ')

/** A driver with their cars, issues, and a remove button. */
export const DriverRow = ({ driver, onRemove }: { driver: Driver; onRemove(): void }) => {
  const { name, cars, issues } = driver
  const isPhone = useIsPhone()
  const categories = each(cars.map(({ category }) => category))
  const label = `Remove ${name} from all races`
  return (
    <li className={classes.row}>
      <span className={classes.plates}>
        {cars.map((car) => (
          <Plate key={car.id} number={car.plate} look={car.status === 'active' ? 'solid' : 'out'} />
        ))}
      </span>
      <div className={classes.words}>
        <b className={classes.name}>{name}</b>
        <span className="ps-note">
          {[
            each(cars.map(({ team }) => team)),
            each(cars.map(({ manufacturer, model }) => [manufacturer, model].filter(Boolean).join(' '))),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <Box component="span" className="ps-note" hiddenFrom="md">
          {categories}
        </Box>
      </div>
      <Box component="span" className="ps-sm ps-muted" visibleFrom="md">
        {categories}
      </Box>
      <span className={classes.issues}>
        {issues.length > 0 && (
          <>
            <Badge tone="yellow">Issues</Badge>
            <span className="ps-note">
              {issues.map((car) => `#${car.plate} ${statusLabel(car.status)}`).join(', ')}
            </span>
          </>
        )}
      </span>
      {isPhone ? (
        <IconButton icon={IconTrash} label={label} onClick={onRemove} />
      ) : (
        <Button variant="outline" size="sm" icon={IconTrash} aria-label={label} onClick={onRemove}>
          Remove
        </Button>
      )}
    </li>
  )
}
