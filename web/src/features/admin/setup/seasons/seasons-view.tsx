import { Button, Text } from '@mantine/core'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { Icon } from '../../../../ui/base/icon.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../../ui/layout/state.tsx'
import { seasonsQuery } from '../../../weekend-data/api/season-queries.ts'
import { adminWeekendsQuery } from '../../base/api/admin-queries.ts'
import { tabAddress } from '../../base/api/setup-tabs.ts'
import { ListLoading } from '../../base/components/list-loading.tsx'
import { SetupHead } from '../../base/components/setup-head.tsx'
import { useDialogSubject } from '../../base/components/use-dialog-subject.ts'
import { DeleteSeasonDialog } from './delete-season-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { RoundsDialog } from './rounds-dialog.tsx'
import { SeasonDialog, type SeasonTask } from './season-dialog.tsx'
import { SeasonRow } from './season-row.tsx'

/** All seasons: create, edit and delete them, and put weekends into their rounds. */
export const SeasonsView = () => {
  const seasons = useQuery(seasonsQuery)
  const weekends = useQuery(adminWeekendsQuery)
  const task = useDialogSubject<SeasonTask>()
  const rounds = useDialogSubject<Season>()
  const imported = useDialogSubject<Season>()
  const deletion = useDialogSubject<Season>()
  return (
    <>
      <SetupHead
        title="Seasons"
        text="A season is a series of race weekends with one leaderboard. Only one can be active."
        end={
          <>
            <Button
              component={Link}
              to={tabAddress('weekends')}
              variant="outline"
              leftSection={<Icon icon={IconArrowLeft} size={16} />}
            >
              Weekends
            </Button>
            <Button
              leftSection={<Icon icon={IconPlus} size={16} />}
              onClick={() => task.open({ kind: 'create', year: new Date().getFullYear() })}
            >
              Create season
            </Button>
          </>
        }
      />
      <Panel single flush>
        {seasons.data === undefined ? (
          seasons.isError ? (
            <QueryError title="Couldn’t load the seasons" query={seasons} />
          ) : (
            <ListLoading title="Loading the seasons..." />
          )
        ) : seasons.data.length === 0 ? (
          <EmptyState title="No seasons yet" text="Create the first one, then put its weekends into rounds." />
        ) : (
          <ul className="ps-lined" aria-label="Seasons">
            {seasons.data.map((season) => (
              <SeasonRow
                key={season.id}
                season={season}
                onRounds={() => rounds.open(season)}
                onEdit={() => task.open({ kind: 'edit', season })}
                onDelete={() => deletion.open(season)}
              />
            ))}
          </ul>
        )}
      </Panel>
      <Text variant="note" mt={10} px={{ base: 16, sm: 0 }}>
        Once a race that counts has locked, changing a rule or a raced round needs a reason.
      </Text>
      {task.subject && <SeasonDialog key={task.key} task={task.subject} opened={task.opened} onClose={task.close} />}
      {rounds.subject && (
        <RoundsDialog
          key={`rounds-${rounds.key}`}
          season={rounds.subject}
          weekends={weekends.data ?? []}
          opened={rounds.opened}
          onClose={rounds.close}
          onImport={() => {
            rounds.close()
            if (rounds.subject) imported.open(rounds.subject)
          }}
        />
      )}
      {imported.subject && (
        <ImportDialog
          key={`import-${imported.key}`}
          season={imported.subject}
          opened={imported.opened}
          onClose={imported.close}
        />
      )}
      {deletion.subject && (
        <DeleteSeasonDialog
          key={`delete-${deletion.key}`}
          season={deletion.subject}
          opened={deletion.opened}
          onClose={deletion.close}
        />
      )}
    </>
  )
}
