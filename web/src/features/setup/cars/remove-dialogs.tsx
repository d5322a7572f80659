import type { Car, Weekend } from '@purple-sector/contracts/weekends/http'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { plural } from '../../../ui/format.ts'
import { carsOfDriver } from './car-form.ts'
import { useRemoveDriver, useWithdrawCar } from './car-mutations.ts'

type Props = { opened: boolean; onClose(): void }

/** Removing a car withdraws it (docs/rules.md, Cars). */
export const WithdrawDialog = ({ car, opened, onClose }: Props & { car: Car }) => {
  const withdraw = useWithdrawCar()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => withdraw.mutate(car, { onSuccess: onClose })}
      title={`Withdraw #${car.plate} ${car.driver}?`}
      text={`The car leaves ${car.category} and counts as out. It keeps its awards and its place in results; fans who tipped it see that on their card. Its plate entered again brings it back.`}
      confirm={withdraw.isPending ? 'Withdrawing...' : 'Withdraw car'}
      busy={withdraw.isPending}
    />
  )
}

const numbers = (cars: readonly Car[]): string => cars.map(({ plate }) => `#${plate}`).join(', ')

/** What goes with a driver, in counts. */
export const sentenceOf = (cars: readonly Car[], driver: string): string => {
  const { own, shared } = carsOfDriver(cars, driver)
  const parts = [
    own.length > 0 ? `${plural(own.length, 'car')} (${numbers(own)}) will be withdrawn` : '',
    shared.length > 0
      ? `the co-driver's seat in ${plural(shared.length, 'car')} (${numbers(shared)}) becomes free`
      : '',
  ].filter(Boolean)
  return parts.length === 0 ? 'No car of theirs races any more.' : `${parts.join(', and ')}.`
}

export const RemoveDriverDialog = ({
  weekend,
  driver,
  cars,
  opened,
  onClose,
}: Props & { weekend: Weekend; driver: string; cars: readonly Car[] }) => {
  const remove = useRemoveDriver()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => remove.mutate({ weekend, driver }, { onSuccess: onClose })}
      title={`Remove ${driver} from all races?`}
      text={`Of ${weekend.name}, ${sentenceOf(cars, driver)} Awards and places in results stay.`}
      confirm={remove.isPending ? 'Removing...' : 'Remove driver'}
      busy={remove.isPending}
    />
  )
}
