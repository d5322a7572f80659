import type { Car, Weekend } from '@purple-sector/contracts/weekends/http'
import { api } from '../../../../client/api/api.ts'
import { useIdempotentPost } from '../../../../client/api/idempotent-post.ts'
import { useAdminMutation } from '../../base/api/admin-mutation.ts'
import { type CarDraft, driverBody } from '../cars/car-form.ts'
import { carName, ERROR } from '../cars/car-mutations.ts'

export const useAddDriver = () => {
  const post = useIdempotentPost()
  return useAdminMutation({
    mutationFn: (draft: CarDraft) => post<Car>(`/api/admin/weekends/${draft.weekendId}/drivers`, driverBody(draft)),
    failure: ERROR,
    success: (car) => ({ title: 'Driver added', message: `${carName(car)}, ${car.category}` }),
  })
}

export const useRemoveDriver = () =>
  useAdminMutation({
    mutationFn: ({ weekend, driver }: { weekend: Weekend; driver: string }) =>
      api.delete(`/api/admin/weekends/${weekend.id}/drivers/${encodeURIComponent(driver)}`),
    failure: ERROR,
    success: (_, { driver }) => ({ title: 'Driver removed', message: driver }),
  })
