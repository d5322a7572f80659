import type { Car, PatchCarRequest } from '@purple-sector/contracts/weekends/http'
import { api } from '../../../../client/api/api.ts'
import { useIdempotentPost } from '../../../../client/api/idempotent-post.ts'
import { useAdminMutation } from '../../base/api/admin-mutation.ts'
import { CAR_STATUSES, type CarDraft, carBody, revival } from './car-form.ts'

const CARS = '/api/admin/cars'
export const carName = ({ plate, driver }: Pick<Car, 'plate' | 'driver'>): string => `#${plate} ${driver}`

const statusLabel = (status: Car['status']): string =>
  CAR_STATUSES.find(({ value }) => value === status)?.label ?? status

/** Generic title: the server's message says the rest. */
export const ERROR = 'Error'

export const useCreateCar = () => {
  const post = useIdempotentPost()
  return useAdminMutation({
    mutationFn: (draft: CarDraft) => post<Car>(CARS, carBody(draft)),
    failure: 'Failed to create car',
    success: (car) => ({ title: 'Car created', message: carName(car) }),
  })
}

export const useChangeCar = () =>
  useAdminMutation({
    mutationFn: ({ id, body }: { id: number; body: PatchCarRequest }) => api.patch<Car>(`${CARS}/${id}`, body),
    failure: 'Failed to update car',
    success: (car) => ({ title: 'Car updated', message: carName(car) }),
  })

export const useSetCarStatus = () =>
  useAdminMutation({
    mutationFn: ({ id, status }: Pick<Car, 'id' | 'status'>) => api.patch<Car>(`${CARS}/${id}/status`, { status }),
    failure: ERROR,
    success: (car) => ({ title: 'Car status updated', message: `${carName(car)}: ${statusLabel(car.status)}` }),
  })

export const useWithdrawCar = () =>
  useAdminMutation({
    mutationFn: ({ id }: Car) => api.delete(`${CARS}/${id}`),
    failure: 'Failed to withdraw car',
    success: (_, car) => ({ title: 'Car withdrawn', message: carName(car) }),
  })

/** Restores a withdrawn car by entering its plate again (docs/rules.md, Cars). */
export const useReviveCar = () => {
  const post = useIdempotentPost()
  return useAdminMutation({
    mutationFn: (car: Car) => {
      const { path, body } = revival(car)
      return post<Car>(path, body)
    },
    failure: 'Failed to create car',
    success: (car) => ({ title: 'Car re-entered', message: carName(car) }),
  })
}
