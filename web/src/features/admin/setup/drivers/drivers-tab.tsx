import { Button } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { Icon } from '../../../../ui/base/icon.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../../ui/layout/state.tsx'
import { plural } from '../../../../ui/time/format.ts'
import { useCategories } from '../../../weekend-data/api/category-queries.ts'
import { CategorySelect, useCategoryFilter } from '../../../weekend-data/components/category-select.tsx'
import { adminCarsQuery, adminWeekendsQuery } from '../../base/api/admin-queries.ts'
import { ListLoading } from '../../base/components/list-loading.tsx'
import { SetupHead } from '../../base/components/setup-head.tsx'
import { useDialogSubject } from '../../base/components/use-dialog-subject.ts'
import { WithWeekend } from '../../base/components/with-weekend.tsx'
import { AddDriverDialog } from './add-driver-dialog.tsx'
import { DriverRow } from './driver-row.tsx'
import { driversIn } from './drivers.ts'
import { RemoveDriverDialog } from './remove-driver-dialog.tsx'

const Drivers = ({ weekend }: { weekend: Weekend }) => {
  const cars = useQuery(adminCarsQuery(weekend.id))
  const weekends = useQuery(adminWeekendsQuery)
  const categoryId = useCategoryFilter()
  const category = useCategories().find(({ id }) => id === categoryId)
  const addition = useDialogSubject<true>()
  const removal = useDialogSubject<string>()
  const drivers = cars.data && driversIn(cars.data)
  const visible = drivers?.filter(
    (driver) => categoryId === null || driver.cars.some((car) => car.categoryId === categoryId),
  )
  return (
    <>
      <SetupHead
        title="Drivers"
        text={drivers && `${plural(drivers.length, 'driver')} of ${weekend.name}.`}
        end={
          <>
            <CategorySelect items={cars.data ?? []} />
            <Button leftSection={<Icon icon={IconUserPlus} size={16} />} onClick={() => addition.open(true)}>
              Add Driver
            </Button>
          </>
        }
      />
      <Panel single flush>
        {visible === undefined ? (
          cars.isError ? (
            <QueryError title="Couldn’t load the drivers" query={cars} />
          ) : (
            <ListLoading title="Loading the drivers..." />
          )
        ) : visible.length === 0 ? (
          <EmptyState
            title="No drivers found for this weekend"
            text={category ? `No drivers in ${category.name} yet.` : `Add the drivers for ${weekend.name}.`}
          />
        ) : (
          <ul className="ps-lined" aria-label="Drivers">
            {visible.map((driver) => (
              <DriverRow key={driver.name} driver={driver} onRemove={() => removal.open(driver.name)} />
            ))}
          </ul>
        )}
      </Panel>
      {addition.subject && (
        <AddDriverDialog
          key={addition.key}
          weekend={weekend}
          weekends={weekends.data ?? [weekend]}
          opened={addition.opened}
          onClose={addition.close}
        />
      )}
      {removal.subject !== undefined && (
        <RemoveDriverDialog
          key={`remove-${removal.key}`}
          weekend={weekend}
          driver={removal.subject}
          cars={cars.data ?? []}
          opened={removal.opened}
          onClose={removal.close}
        />
      )}
    </>
  )
}

/** The drivers of the selected weekend. */
export const DriversTab = () => (
  <WithWeekend title="Drivers">{(weekend) => <Drivers key={weekend.id} weekend={weekend} />}</WithWeekend>
)
