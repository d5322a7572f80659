import type { Car, Weekend } from '@purple-sector/contracts/weekends/http'
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx'
import { plural } from '../../../../ui/time/format.ts'
import { useRemoveDriver } from './driver-mutations.ts'
import { carsOfDriver } from './drivers.ts'

const numbers = (cars: readonly Car[]): string => cars.map(({ plate }) => `#${plate}`).join(', ')

/** Describes the removed cars and seats of a driver in counts. */
const sentenceOf = (cars: readonly Car[], driver: string): string => {
  const { ownCars, sharedCars } = carsOfDriver(cars, driver)
  const parts = [
    ownCars.length > 0 ? `${plural(ownCars.length, 'car')} (${numbers(ownCars)}) will be withdrawn` : '',
    sharedCars.length > 0
      ? `the co-driver’s seat in ${plural(sharedCars.length, 'car')} (${numbers(sharedCars)}) becomes free`
      : '',
  ].filter(Boolean)
  return parts.length === 0 ? 'None of their cars race any more.' : `${parts.join(', and ')}.`
}

type Props = { weekend: Weekend; driver: string; cars: readonly Car[]; opened: boolean; onClose(): void }

/** Confirms the removal of a driver and lists the affected cars and seats. */
export const RemoveDriverDialog = ({ weekend, driver, cars, opened, onClose }: Props) => {
  const remove = useRemoveDriver()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => remove.mutate({ weekend, driver }, { onSuccess: onClose })}
      title={`Remove ${driver} from all races?`}
      text={`Of ${weekend.name}, ${sentenceOf(cars, driver)} Points and results stay.`}
      confirm={remove.isPending ? 'Removing...' : 'Remove driver'}
      busy={remove.isPending}
    />
  )
}
