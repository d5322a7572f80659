import { Box, Combobox, Flex, Text, useCombobox } from '@mantine/core'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { IconCheck, IconLock, IconSelector } from '@tabler/icons-react'
import { memo, startTransition, useDeferredValue } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { join } from '../../../ui/base/join.ts'
import { Plate } from '../../../ui/racing/plate.tsx'
import { plural } from '../../../ui/time/format.ts'
import type { ZoneOfCar } from '../../heat-map/heat-map-queries.ts'
import { HeatZoneBadge } from '../../heat-map/heat-zone.tsx'
import { isOut, outLabel } from '../api/tip-card-state.ts'
import classes from './car-picker.module.css'

type DisplayedCar = Pick<Car, 'id' | 'plate' | 'driver' | 'team'> & { manufacturer?: string }

type Props = {
  category: string
  /** Undefined while loading. */
  cars: readonly Car[] | undefined
  /** The car that the card shows: the fan's pick, else the tip. */
  value: DisplayedCar | undefined
  plateLook: 'solid' | 'dim' | 'out' | 'hollow'
  isDisabled: boolean
  isLocked: boolean
  isPicked: boolean
  /** Returns the heat map zone of a car's driver, where known. */
  zoneOf: ZoneOfCar
  onPick(carId: number): void
}

const teamOf = ({ team, manufacturer }: DisplayedCar): string => [team, manufacturer].filter(Boolean).join(' · ')

type CarListProps = Pick<Props, 'category' | 'zoneOf'> & { cars: Props['cars'] | null; chosenId: number | undefined }

type CarOptionProps = { car: Car; isChosen: boolean; zone: ReturnType<ZoneOfCar> }

/** An option of the list. A selection re-renders only the new and the previous option. */
const CarOption = memo(({ car, isChosen, zone }: CarOptionProps) => (
  <Combobox.Option
    value={String(car.id)}
    disabled={isOut(car)}
    selected={isChosen}
    active={isChosen}
    className={join(classes.option, isChosen && classes.chosen)}
  >
    <Flex component="span" align="center" gap={12} mih={44}>
      <Plate number={car.plate} look={isOut(car) ? 'out' : 'solid'} />
      <span className="ps-fill ps-lines">
        <span className={join(classes.driver, isOut(car) && 'ps-struck')} dir="auto">
          {car.driver}
        </span>
        <Text span variant="note">
          {teamOf(car)}
        </Text>
      </span>
      <HeatZoneBadge zone={zone} />
      {isOut(car) && (
        <Box component="span" className="ps-bad" fz={12}>
          Out · {outLabel(car)}
        </Box>
      )}
      {isChosen && <Icon icon={IconCheck} size={18} />}
    </Flex>
  </Combobox.Option>
))

/** The selectable cars. Not re-rendered when the list is opened or closed. */
const CarList = memo(({ category, cars, chosenId, zoneOf }: CarListProps) => {
  const ordered = [...(cars ?? [])].sort((a, b) => Number(isOut(a)) - Number(isOut(b)))
  return (
    <Combobox.Options mah={320} className={classes.options} aria-label={`Cars of ${category}`}>
      {ordered.map((car) => (
        <CarOption key={car.id} car={car} isChosen={car.id === chosenId} zone={zoneOf(car)} />
      ))}
      {cars && ordered.length === 0 && <Combobox.Empty>No cars entered yet</Combobox.Empty>}
    </Combobox.Options>
  )
})

/**
 * Select whose value is plate, driver and team; cars that are out are last, struck through and disabled. A phone takes
 * longer to render the list and the effects of a selection than to handle the press: the press is answered first, and a
 * second one is not blocked.
 */
export const CarPicker = memo(
  ({ category, cars, value, plateLook, isDisabled, isLocked, isPicked, zoneOf, onPick }: Props) => {
    const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
    // Rendered after the card, which does not wait for a hidden list.
    const listedCars = useDeferredValue<Props['cars'] | null>(cars, null)
    const chosenId = useDeferredValue(value?.id)
    return (
      <Combobox
        store={combobox}
        onOptionSubmit={(id) => {
          combobox.closeDropdown()
          startTransition(() => onPick(Number(id)))
        }}
      >
        <Combobox.Target targetType="button">
          <button
            type="button"
            className={join('ps-row', classes.picker, isPicked && classes.picked)}
            disabled={isDisabled}
            onClick={() => startTransition(() => combobox.toggleDropdown())}
          >
            <span className="ps-hidden">Car for {category}</span>
            <Plate number={value?.plate} size="lg" look={plateLook} />
            <span className="ps-fill">
              <span
                className={join('ps-clip', classes.driver, !value && 'ps-muted', plateLook === 'out' && 'ps-struck')}
              >
                {value?.driver ?? 'Select a car'}
              </span>
              <Flex component="span" align="center" gap={8}>
                <Text span variant="note" truncate>
                  {value ? teamOf(value) : cars ? `${plural(cars.length, 'car')} entered` : '\u00a0'}
                </Text>
                <HeatZoneBadge zone={value && zoneOf(value)} />
              </Flex>
            </span>
            <Icon icon={isLocked ? IconLock : IconSelector} size={20} />
          </button>
        </Combobox.Target>
        <Combobox.Dropdown>
          <CarList category={category} cars={listedCars} chosenId={chosenId} zoneOf={zoneOf} />
        </Combobox.Dropdown>
      </Combobox>
    )
  },
)
