import { Badge, Box, Button } from '@mantine/core'
import type { Car, Weekend } from '@purple-sector/contracts/weekends/http'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { Icon } from '../../../../ui/base/icon.tsx'
import { join } from '../../../../ui/base/join.ts'
import { Panel, PanelGrid } from '../../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../../ui/layout/state.tsx'
import { plural } from '../../../../ui/time/format.ts'
import { byCategory } from '../../../weekend-data/api/category-order.ts'
import { useCategories } from '../../../weekend-data/api/category-queries.ts'
import { CategorySelect, useCategoryFilter } from '../../../weekend-data/components/category-select.tsx'
import { adminCarsQuery, adminRacesQuery } from '../../base/api/admin-queries.ts'
import { ListLoading } from '../../base/components/list-loading.tsx'
import rows from '../../base/components/rows.module.css'
import { SetupHead } from '../../base/components/setup-head.tsx'
import { useDialogSubject } from '../../base/components/use-dialog-subject.ts'
import { WithWeekend } from '../../base/components/with-weekend.tsx'
import { CreateCarDialog } from './car-dialog.tsx'
import { racingFirst } from './car-form.ts'
import { CarRow } from './car-row.tsx'
import classes from './cars-tab.module.css'
import { EditCarDialog } from './edit-car-dialog.tsx'
import { UploadDialog } from './upload-dialog.tsx'
import { UploadReport } from './upload-report.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

type GroupsProps = {
  cars: readonly Car[]
  onEdit(car: Car): void
  onWithdraw(car: Car): void
}

const Groups = ({ cars, onEdit, onWithdraw }: GroupsProps) => (
  <PanelGrid>
    {byCategory(cars, useCategories()).map(({ id, name, items }) => (
      <Panel
        key={id}
        title={name}
        adornment={<Badge size="sm">{items.filter(({ withdrawn }) => !withdrawn).length}</Badge>}
        flush
      >
        <Box className={join('ps-columns', rows.row, classes.car)} mih={34} py={0} visibleFrom="md" aria-hidden="true">
          <span>No.</span>
          <span>Drivers</span>
          <span>Team</span>
          <span>Manufacturer</span>
          <span>Status</span>
        </Box>
        <ul className="ps-lined">
          {racingFirst(items).map((car) => (
            <CarRow key={car.id} car={car} onEdit={() => onEdit(car)} onWithdraw={() => onWithdraw(car)} />
          ))}
        </ul>
      </Panel>
    ))}
  </PanelGrid>
)

const sentence = (cars: readonly Car[], weekend: Weekend): string => {
  const racing = cars.filter(({ withdrawn }) => !withdrawn)
  const categories = new Set(racing.map(({ categoryId }) => categoryId)).size
  return `${plural(racing.length, 'car')} in ${plural(categories, 'category', 'categories')} of ${weekend.name}.`
}

const Cars = ({ weekend }: { weekend: Weekend }) => {
  const cars = useQuery(adminCarsQuery(weekend.id))
  const races = useQuery(adminRacesQuery(weekend.id))
  const categoryId = useCategoryFilter()
  const category = useCategories().find(({ id }) => id === categoryId)
  const creation = useDialogSubject<true>()
  const uploading = useDialogSubject<true>()
  const edition = useDialogSubject<Car>()
  const withdrawal = useDialogSubject<Car>()
  const visible = cars.data?.filter((car) => categoryId === null || car.categoryId === categoryId)
  return (
    <>
      <SetupHead
        title="Cars"
        text={cars.data && sentence(cars.data, weekend)}
        end={
          <>
            <CategorySelect items={cars.data ?? []} />
            <Button
              variant="outline"
              leftSection={<Icon icon={IconPlus} size={16} />}
              onClick={() => creation.open(true)}
            >
              Create car
            </Button>
            <Button leftSection={<Icon icon={IconUpload} size={16} />} onClick={() => uploading.open(true)}>
              Upload spreadsheet
            </Button>
          </>
        }
      />
      <UploadReport weekend={weekend} />
      {visible === undefined ? (
        <Panel single flush>
          {cars.isError ? (
            <QueryError title="Couldn’t load the cars" query={cars} />
          ) : (
            <ListLoading title="Loading the cars..." />
          )}
        </Panel>
      ) : visible.length === 0 ? (
        <Panel single flush>
          <EmptyState
            title="No cars entered for this weekend"
            text={category ? `No one is entered in ${category.name} yet.` : `Add the cars for ${weekend.name}.`}
          />
        </Panel>
      ) : (
        <Groups cars={visible} onEdit={edition.open} onWithdraw={withdrawal.open} />
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
      {uploading.subject && (
        <UploadDialog
          key={`upload-${uploading.key}`}
          weekend={weekend}
          opened={uploading.opened}
          onClose={uploading.close}
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
    </>
  )
}

/** The cars of the selected weekend by category. */
export const CarsTab = () => (
  <WithWeekend title="Cars">{(weekend) => <Cars key={weekend.id} weekend={weekend} />}</WithWeekend>
)
