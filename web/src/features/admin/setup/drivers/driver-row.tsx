import { ActionIcon, Badge, Button, Flex, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { join } from '../../../../ui/base/join.ts'
import { useIsPhone } from '../../../../ui/base/use-is-phone.ts'
import { Plate } from '../../../../ui/racing/plate.tsx'
import rows from '../../base/components/rows.module.css'
import { CAR_STATUSES } from '../cars/car-form.ts'
import classes from './drivers.module.css'
import type { Driver } from './drivers.ts'

const statusLabel = (status: string): string => CAR_STATUSES.find(({ value }) => value === status)?.label ?? status

/** Joins the distinct values of a driver's cars. */
const joinDistinct = (values: readonly (string | null)[]): string => [...new Set(values.filter(Boolean))].join(', ')

const ISSUES = { gridArea: 'issues' }
const ACTION = { gridArea: 'action' }

/** A driver with their cars, issues, and a remove button. */
export const DriverRow = ({ driver, onRemove }: { driver: Driver; onRemove(): void }) => {
  const { name, cars, unavailableCars } = driver
  const isPhone = useIsPhone()
  const categories = joinDistinct(cars.map(({ category }) => category))
  const label = `Remove ${name} from all races`
  return (
    <li className={join(rows.row, classes.driver)}>
      <Flex component="span" align="center" wrap="wrap" gap={6}>
        {cars.map((car) => (
          <Plate key={car.id} number={car.plate} look={car.status === 'active' ? 'solid' : 'out'} />
        ))}
      </Flex>
      <div className="ps-wrap">
        <b>{name}</b>
        <Text component="div" variant="note">
          {[
            joinDistinct(cars.map(({ team }) => team)),
            joinDistinct(cars.map(({ manufacturer, model }) => [manufacturer, model].filter(Boolean).join(' '))),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Text component="div" variant="note" hiddenFrom="md">
          {categories}
        </Text>
      </div>
      <Text span size="sm" c="dimmed" visibleFrom="md">
        {categories}
      </Text>
      <Flex component="span" align="center" wrap="wrap" rowGap={4} columnGap={10} style={ISSUES}>
        {unavailableCars.length > 0 && (
          <>
            <Badge variant="yellow">Issues</Badge>
            <Text span variant="note">
              {unavailableCars.map((car) => `#${car.plate} ${statusLabel(car.status)}`).join(', ')}
            </Text>
          </>
        )}
      </Flex>
      {isPhone ? (
        <ActionIcon style={ACTION} aria-label={label} title={label} onClick={onRemove}>
          <Icon icon={IconTrash} />
        </ActionIcon>
      ) : (
        <Button
          variant="outline"
          size="sm"
          style={ACTION}
          leftSection={<Icon icon={IconTrash} size={16} />}
          aria-label={label}
          onClick={onRemove}
        >
          Remove
        </Button>
      )}
    </li>
  )
}
