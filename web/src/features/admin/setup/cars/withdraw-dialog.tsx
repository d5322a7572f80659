import type { Car } from '@purple-sector/contracts/weekends/http'
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx'
import { useWithdrawCar } from './car-mutations.ts'

type Props = { car: Car; opened: boolean; onClose(): void }

/** Withdraws a car (docs/rules.md, Cars). */
export const WithdrawDialog = ({ car, opened, onClose }: Props) => {
  const withdraw = useWithdrawCar()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => withdraw.mutate(car, { onSuccess: onClose })}
      title={`Withdraw #${car.plate} ${car.driver}?`}
      text={`The car leaves ${car.category} and counts as out. It keeps its points and results, and fans who tipped it see that it’s out. Re-enter the same number to bring it back.`}
      confirm={withdraw.isPending ? 'Withdrawing...' : 'Withdraw car'}
      busy={withdraw.isPending}
    />
  )
}
