import { Box, Button, Flex } from '@mantine/core'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { Icon } from '../../../../ui/base/icon.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../../ui/layout/state.tsx'
import { plural } from '../../../../ui/time/format.ts'
import { useCategories } from '../../../weekend-data/api/category-queries.ts'
import { CategorySelect, useCategoryFilter } from '../../../weekend-data/components/category-select.tsx'
import { adminRacesQuery } from '../../base/api/admin-queries.ts'
import { categoriesAddress } from '../../base/api/setup-tabs.ts'
import { ListLoading } from '../../base/components/list-loading.tsx'
import { SetupHead } from '../../base/components/setup-head.tsx'
import { type Opened, useDialogSubject } from '../../base/components/use-dialog-subject.ts'
import { WithWeekend } from '../../base/components/with-weekend.tsx'
import { DeleteRaceDialog } from './delete-race-dialog.tsx'
import { EditorFrame } from './editor-frame.tsx'
import { RaceEditor, type RaceTask } from './race-editor.tsx'
import { RaceList } from './race-list.tsx'
import { ReopenRaceDialog } from './reopen-race-dialog.tsx'

const manageCategories = (
  <Button component={Link} to={categoriesAddress} variant="quiet">
    Categories
  </Button>
)

const CREATIONS = [
  { kind: 'race', label: 'Create race' },
  { kind: 'session', label: 'Create Session' },
] as const

const OPENED = { borderColor: 'var(--ps-ink)', boxShadow: 'inset 0 0 0 1px var(--ps-ink)' }

type ListProps = {
  weekend: Weekend
  task: Opened<RaceTask>
  reopening: Opened<Race>
  deletion: Opened<Race>
}

const List = ({ weekend, task, reopening, deletion }: ListProps) => {
  const races = useQuery(adminRacesQuery(weekend.id))
  const categoryId = useCategoryFilter()
  const category = useCategories().find(({ id }) => id === categoryId)
  const visible = races.data?.filter((race) => categoryId === null || race.categoryId === categoryId)
  if (visible === undefined)
    return (
      <Panel single flush>
        {races.isError ? (
          <QueryError title="Couldn’t load the races" query={races} />
        ) : (
          <ListLoading title="Loading the races..." />
        )}
      </Panel>
    )
  if (visible.length === 0)
    return (
      <Panel single flush>
        <EmptyState
          title="No races found"
          text={category ? `${category.name} has no sessions yet.` : `Create the sessions of ${weekend.name}.`}
        />
      </Panel>
    )
  return (
    <RaceList
      races={visible}
      weekend={weekend}
      onEdit={(race) => task.open({ kind: 'edit', race })}
      onReopen={reopening.open}
      onDelete={deletion.open}
    />
  )
}

const Races = ({ weekend }: { weekend: Weekend }) => {
  const races = useQuery(adminRacesQuery(weekend.id)).data
  const categoryId = useCategoryFilter()
  const task = useDialogSubject<RaceTask>()
  const reopening = useDialogSubject<Race>()
  const deletion = useDialogSubject<Race>()
  const { subject } = task
  const edited = subject?.kind === 'edit' ? subject.race.id : undefined
  return (
    <>
      <SetupHead
        title="Races"
        text={races && `${plural(races.length, 'session')} of ${weekend.name}, times in ${weekend.timeZone}.`}
        end={
          <>
            <Flex w={{ base: '100%', sm: 'auto' }} gap={8} p={0}>
              <Box flex={{ base: '1 1 0', sm: 'none' }} miw={0}>
                <CategorySelect items={races ?? []} />
              </Box>
              {manageCategories}
            </Flex>
            {CREATIONS.map(({ kind, label }) => (
              <Button
                key={kind}
                variant="outline"
                leftSection={<Icon icon={IconPlus} size={16} />}
                {...(task.opened && subject?.kind === kind && { style: OPENED })}
                onClick={() => task.open({ kind, categoryId })}
              >
                {label}
              </Button>
            ))}
          </>
        }
      />
      <Flex direction={{ base: 'column-reverse', lg: 'row' }} align={{ base: 'stretch', lg: 'flex-start' }} gap={16}>
        <Box flex="1 1 0" miw={0}>
          <List weekend={weekend} task={task} reopening={reopening} deletion={deletion} />
        </Box>
        {subject && (
          <RaceEditor
            key={task.key}
            task={subject}
            weekend={weekend}
            present={races?.find(({ id }) => id === edited)}
            onClose={task.close}
            onReopen={(race) => {
              task.close()
              reopening.open(race)
            }}
            frame={(parts) => <EditorFrame {...parts} opened={task.opened} onClose={task.close} />}
          />
        )}
      </Flex>
      {reopening.subject && (
        <ReopenRaceDialog
          key={`reopen-${reopening.key}`}
          race={reopening.subject}
          timeZone={weekend.timeZone}
          opened={reopening.opened}
          onClose={reopening.close}
        />
      )}
      {deletion.subject && (
        <DeleteRaceDialog
          key={`delete-${deletion.key}`}
          race={deletion.subject}
          opened={deletion.opened}
          onClose={deletion.close}
        />
      )}
    </>
  )
}

/** The races of the selected weekend by category, with the form beside them. */
export const RacesTab = () => (
  <WithWeekend title="Races" end={manageCategories}>
    {(weekend) => <Races key={weekend.id} weekend={weekend} />}
  </WithWeekend>
)
