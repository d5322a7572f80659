import { Box, Button, Text } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { Icon } from '../../../../ui/base/icon.tsx'
import { join } from '../../../../ui/base/join.ts'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../../ui/layout/state.tsx'
import { adminWeekendsQuery, allRacesQuery } from '../../base/api/admin-queries.ts'
import { seasonsAddress } from '../../base/api/setup-tabs.ts'
import { ListLoading } from '../../base/components/list-loading.tsx'
import rows from '../../base/components/rows.module.css'
import { SetupHead } from '../../base/components/setup-head.tsx'
import { useDialogSubject } from '../../base/components/use-dialog-subject.ts'
import { DeleteWeekendDialog } from './delete-weekend-dialog.tsx'
import { WeekendDialog, type WeekendTask } from './weekend-dialog.tsx'
import { WeekendRow } from './weekend-row.tsx'
import classes from './weekends-tab.module.css'

const sentence = (weekends: readonly Weekend[] | undefined): string => {
  const live = weekends?.find(({ status }) => status === 'live')
  return live
    ? `Only one weekend can be live. Deactivate ${live.name} to activate another.`
    : 'Only one weekend can be live.'
}

/** All weekends, latest first: create, edit, switch live, copy and delete. */
export const WeekendsTab = () => {
  const weekends = useQuery(adminWeekendsQuery)
  const races = useQuery(allRacesQuery)
  const task = useDialogSubject<WeekendTask>()
  const deletion = useDialogSubject<Weekend>()

  const actions = (
    <>
      <Button component={Link} to={seasonsAddress} variant="outline">
        Seasons
      </Button>
      <Button leftSection={<Icon icon={IconPlus} size={16} />} onClick={() => task.open({ kind: 'create' })}>
        Create weekend
      </Button>
    </>
  )
  const countOf = (weekendId: number) => races.data?.filter((race) => race.weekendId === weekendId).length
  return (
    <>
      <SetupHead title="Weekends" text={sentence(weekends.data)} end={actions} />
      <Panel single flush>
        {weekends.data === undefined ? (
          weekends.isError ? (
            <QueryError title="Couldn’t load the weekends" query={weekends} />
          ) : (
            <ListLoading title="Loading the weekends..." />
          )
        ) : weekends.data.length === 0 ? (
          <EmptyState title="No race weekends available" text="Create the first one, then add its sessions and cars." />
        ) : (
          <>
            <Box
              className={join('ps-columns', rows.row, classes.weekend)}
              mih={34}
              py={0}
              visibleFrom="md"
              aria-hidden="true"
            >
              <span>Weekend</span>
              <span>Dates</span>
              <Box component="span" ta="right">
                Sessions
              </Box>
              <span>Status</span>
            </Box>
            <ul className="ps-lined" aria-label="Weekends">
              {weekends.data.toReversed().map((weekend) => (
                <WeekendRow
                  key={weekend.id}
                  weekend={weekend}
                  raceCount={countOf(weekend.id)}
                  onEdit={() => task.open({ kind: 'edit', weekend })}
                  onDuplicate={() => task.open({ kind: 'duplicate', weekend })}
                  onDelete={() => deletion.open(weekend)}
                />
              ))}
            </ul>
          </>
        )}
      </Panel>
      <Text variant="note" mt={10} px={{ base: 16, sm: 0 }}>
        Deactivate keeps everything. Duplicate copies races and cars, but never tips, results or chat.
      </Text>
      {task.subject && <WeekendDialog key={task.key} task={task.subject} opened={task.opened} onClose={task.close} />}
      {deletion.subject && (
        <DeleteWeekendDialog
          key={`delete-${deletion.key}`}
          weekend={deletion.subject}
          opened={deletion.opened}
          onClose={deletion.close}
        />
      )}
    </>
  )
}
