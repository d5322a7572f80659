import { Box } from '@mantine/core'
import type { Car, Weekend } from '@purple-sector/contracts/weekends/http'
import { IconPlus, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../lib/query-error.tsx'
import { CountBadge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { plural } from '../../../ui/format.ts'
import { join } from '../../../ui/join.ts'
import { EmptyState } from '../../../ui/state.tsx'
import { Panel, Wall } from '../../../ui/wall.tsx'
import { adminCarsQuery, adminRacesQuery, adminWeekendsQuery } from '../../admin/admin-queries.ts'
import { SetupHead } from '../../admin/setup-head.tsx'
import { byCategory } from '../../categories/category-order.ts'
import { useCategories } from '../../categories/category-queries.ts'
import { CategorySelect, useCategoryFilter } from '../../categories/category-select.tsx'
import { ListLoading } from '../list-loading.tsx'
import { useOpened } from '../use-opened.ts'
import { WithWeekend } from '../with-weekend.tsx'
import { AddDriverDialog, CreateCarDialog } from './car-dialog.tsx'
import { racingFirst } from './car-form.ts'
import { CarRow } from './car-row.tsx'
import classes from './cars-tab.module.css'
import { EditCarDialog } from './edit-car-dialog.tsx'
import { RemoveDriverDialog, WithdrawDialog } from './remove-dialogs.tsx'

type GroupsProps = {
  cars: readonly Car[]
  onEdit(car: Car): void
  onWithdraw(car: Car): void
  onRemoveDriver(driver: string): void
}

const Groups = ({ cars, onEdit, onWithdraw, onRemoveDriver }: GroupsProps) => (
  <Wall>
    {byCategory(cars, useCategories()).map(({ id, name, items }) => (
      <Panel
        key={id}
        title={name}
        beside={<CountBadge count={items.filter(({ withdrawn }) => !withdrawn).length} />}
        flush
      >
        <Box className={join(classes.head, 'ps-columns')} visibleFrom="md" aria-hidden="true">
          <span>No.</span>
          <span>Drivers</span>
          <span>Team</span>
          <span>Manufacturer</span>
          <span>Status</span>
        </Box>
        <ul className="ps-lined">
          {racingFirst(items).map((car) => (
            <CarRow
              key={car.id}
              car={car}
              onEdit={() => onEdit(car)}
              onWithdraw={() => onWithdraw(car)}
              onRemoveDriver={onRemoveDriver}
            />
          ))}
        </ul>
      </Panel>
    ))}
  </Wall>
)

const sentence = (cars: readonly Car[], weekend: Weekend): string => {
  const racing = cars.filter(({ withdrawn }) => !withdrawn)
  const categories = new Set(racing.map(({ categoryId }) => categoryId)).size
  return `${plural(racing.length, 'car')} in ${plural(categories, 'category', 'categories')} of ${weekend.name}.`
}

const Cars = ({ weekend }: { weekend: Weekend }) => {
  const cars = useQuery(adminCarsQuery(weekend.id))
  const races = useQuery(adminRacesQuery(weekend.id))
  const weekends = useQuery(adminWeekendsQuery)
  const categoryId = useCategoryFilter()
  const category = useCategories().find(({ id }) => id === categoryId)
  const creation = useOpened<true>()
  const addition = useOpened<true>()
  const edition = useOpened<Car>()
  const withdrawal = useOpened<Car>()
  const removal = useOpened<string>()
  const shown = cars.data?.filter((car) => categoryId === null || car.categoryId === categoryId)
  return (
    <>
      <SetupHead
        title="Cars"
        text={cars.data && sentence(cars.data, weekend)}
        end={
          <>
            <CategorySelect items={cars.data ?? []} />
            <Button variant="outline" icon={IconUserPlus} onClick={() => addition.open(true)}>
              Add Driver
            </Button>
            <Button icon={IconPlus} onClick={() => creation.open(true)}>
              Create Car
            </Button>
          </>
        }
      />
      {shown === undefined ? (
        <Panel single flush>
          {cars.isError ? (
            <QueryError title="The cars did not load" query={cars} />
          ) : (
            <ListLoading title="Loading the cars..." />
          )}
        </Panel>
      ) : shown.length === 0 ? (
        <Panel single flush>
          <EmptyState
            title="No drivers found for this weekend"
            text={category ? `Nobody is entered in ${category.name} yet.` : `Enter the cars of ${weekend.name}.`}
          />
        </Panel>
      ) : (
        <Groups cars={shown} onEdit={edition.open} onWithdraw={withdrawal.open} onRemoveDriver={removal.open} />
      )}
      {creation.subject && (
        <CreateCarDialog
          key={creation.key}
          weekend={weekend}
          races={races.data ?? []}
          opened={creation.opened}
          onClose={creation.close}
        />
      )}
      {addition.subject && (
        <AddDriverDialog
          key={`driver-${addition.key}`}
          weekend={weekend}
          weekends={weekends.data ?? [weekend]}
          opened={addition.opened}
          onClose={addition.close}
        />
      )}
      {edition.subject && (
        <EditCarDialog
          key={`edit-${edition.key}`}
          car={edition.subject}
          opened={edition.opened}
          onClose={edition.close}
        />
      )}
      {withdrawal.subject && (
        <WithdrawDialog
          key={`withdraw-${withdrawal.key}`}
          car={withdrawal.subject}
          opened={withdrawal.opened}
          onClose={withdrawal.close}
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

/** The cars of the selected weekend by category. */
export const CarsTab = () => (
  <WithWeekend title="Cars">{(weekend) => <Cars key={weekend.id} weekend={weekend} />}</WithWeekend>
)
