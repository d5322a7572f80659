import { ActionIcon, Badge, Box, Button, Flex, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { useIsPhone } from '../../../../ui/base/use-is-phone.ts'
import { Plate } from '../../../../ui/racing/plate.tsx'
import { CAR_STATUSES } from '../cars/car-form.ts'
import classes from './drivers.module.css'
import type { Driver } from './drivers.ts'

const statusLabel = (status: string): string => CAR_STATUSES.find(({ value }) => value === status)?.label ?? status

/** Joins the distinct values of a driver's cars. */
const joinDistinct = (values: readonly (string | null)[]): string => [...new Set(values.filter(Boolean))].join(', ')

/** A driver with their cars, issues, and a remove button. */
export const DriverRow = ({ driver, onRemove }: { driver: Driver; onRemove(): void }) => {
  const { name, cars, unavailableCars } = driver
  const isPhone = useIsPhone()
  const categories = joinDistinct(cars.map(({ category }) => category))
  const label = `Remove ${name} from all races`
  return (
    <li className={classes.row}>
      <Flex component="span" align="center" wrap="wrap" gap={6}>
        {cars.map((car) => (
          <Plate key={car.id} number={car.plate} look={car.status === 'active' ? 'solid' : 'out'} />
        ))}
      </Flex>
      <div className={classes.words}>
        <Box component="b" fz={14} fw={540}>
          {name}
        </Box>
        <Text span variant="note">
          {[
            joinDistinct(cars.map(({ team }) => team)),
            joinDistinct(cars.map(({ manufacturer, model }) => [manufacturer, model].filter(Boolean).join(' '))),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Text span variant="note" hiddenFrom="md">
          {categories}
        </Text>
      </div>
      <Text span size="sm" c="dimmed" visibleFrom="md">
        {categories}
      </Text>
      <span className={classes.issues}>
        {unavailableCars.length > 0 && (
          <>
            <Badge variant="yellow">Issues</Badge>
            <Text span variant="note">
              {unavailableCars.map((car) => `#${car.plate} ${statusLabel(car.status)}`).join(', ')}
            </Text>
          </>
        )}
      </span>
      {isPhone ? (
        <ActionIcon aria-label={label} title={label} onClick={onRemove}>
          <Icon icon={IconTrash} />
        </ActionIcon>
      ) : (
        <Button
          variant="outline"
          size="sm"
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
