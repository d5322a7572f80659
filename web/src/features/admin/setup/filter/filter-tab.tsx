import { Box, Button, Flex, Text } from '@mantine/core'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../client/api/api.ts'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { TickAll, Ticks } from '../../../../ui/controls/tick.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../../ui/layout/state.tsx'
import { plural } from '../../../../ui/time/format.ts'
import { byCategory } from '../../../weekend-data/api/category-order.ts'
import { useCategories } from '../../../weekend-data/api/category-queries.ts'
import { useAdminMutation } from '../../base/api/admin-mutation.ts'
import { adminRacesQuery } from '../../base/api/admin-queries.ts'
import { ListLoading } from '../../base/components/list-loading.tsx'
import { SetupHead } from '../../base/components/setup-head.tsx'
import { WithWeekend } from '../../base/components/with-weekend.tsx'
import {
  countsIn,
  countVisible,
  excludedLocked,
  isSameFilter,
  withLockedAsSaved,
  withRacesSelected,
} from './product-filter.ts'
import { RaceTick } from './race-tick.tsx'

/** A phone's buttons share its width. */
const GROWING = { base: '1 1 0', sm: 'none' }

const describeSelection = (choice: readonly number[], races: readonly Race[]): string =>
  choice.length === 0
    ? `Nothing is chosen, so ${races.length === 1 ? 'the one session shows' : `all ${races.length} sessions show`} in Purple Sector Tipping.`
    : `${countVisible(choice, races)} of ${plural(races.length, 'session')} show in Purple Sector Tipping.`

const useSaveFilter = (weekend: Weekend) =>
  useAdminMutation({
    mutationFn: (productRaceIds: readonly number[]) =>
      api.patch<Weekend>(`/api/admin/weekends/${weekend.id}/purple-sector-races`, { productRaceIds }),
    failure: 'Failed to update Purple Sector race filter',
    success: () => ({ title: 'Purple Sector race filter updated' }),
  })

const Choice = ({ weekend, races }: { weekend: Weekend; races: readonly Race[] }) => {
  // Null while unchanged: changes saved by others are then visible at once.
  const [draft, setDraft] = useState<readonly number[] | null>(null)
  const save = useSaveFilter(weekend)
  const categories = useCategories()
  const saved = weekend.productRaceIds
  const choice = draft === null ? saved : withLockedAsSaved(draft, saved, races)
  const isChanged = draft !== null && !isSameFilter(choice, saved)
  const excluded = excludedLocked(choice, saved, races)
  const tick = (ids: readonly number[], isOn: boolean) => setDraft(withRacesSelected(choice, ids, isOn, saved, races))
  const send = () => save.mutate(choice, { onSuccess: () => setDraft(null) })
  return (
    <Panel
      single
      flush
      title={describeSelection(choice, races)}
      actions={
        <Button variant="quiet" size="sm" disabled={choice.length === 0} onClick={() => setDraft([])}>
          Show all
        </Button>
      }
      footer={
        <Flex align="center" justify="flex-end" wrap="wrap" gap={8} flex="1 1 auto">
          {isChanged && excluded.length > 0 && (
            <Text size="sm" className="ps-bad" flex="1 1 240px" role="alert">
              {excluded.map(({ name }) => name).join(', ')} {excluded.length === 1 ? 'is' : 'are'} locked and left out,
              so not all can show.
            </Text>
          )}
          <Button
            variant="outline"
            flex={GROWING}
            disabled={!isChanged || save.isPending}
            onClick={() => setDraft(null)}
          >
            Cancel
          </Button>
          <AsyncButton
            flex={GROWING}
            loading={save.isPending}
            disabled={!isChanged || excluded.length > 0}
            onClick={send}
          >
            {save.isPending ? 'Saving...' : 'Save'}
          </AsyncButton>
        </Flex>
      }
    >
      <div className="ps-lined">
        {byCategory(races, categories).map(({ id: categoryId, name: category, items: ofCategory }) => {
          const openIds = ofCategory.filter(({ locked }) => !locked).map(({ id }) => id)
          return (
            <Box key={categoryId} component="fieldset" pt={8} px={16} pb={14}>
              <legend className="ps-hidden">{category}</legend>
              <Flex align="center" justify="space-between" gap={12} mih={32}>
                <b className="ps-h3" aria-hidden="true">
                  {category}
                </b>
                {openIds.length > 0 && (
                  <TickAll
                    name={category}
                    noneChosen={!openIds.some((id) => choice.includes(id))}
                    onSelectAll={() => tick(openIds, true)}
                    onClear={() => tick(openIds, false)}
                  />
                )}
              </Flex>
              <Ticks>
                {ofCategory.map((race) => (
                  <RaceTick
                    key={race.id}
                    race={race}
                    timeZone={weekend.timeZone}
                    isOn={race.locked ? countsIn(choice, race.id) : choice.includes(race.id)}
                    onChange={(isOn) => tick([race.id], isOn)}
                  />
                ))}
              </Ticks>
            </Box>
          )
        })}
      </div>
    </Panel>
  )
}

const Filter = ({ weekend }: { weekend: Weekend }) => {
  const races = useQuery(adminRacesQuery(weekend.id))
  return (
    <>
      <SetupHead
        title="Purple Sector Filter"
        text="Choose which races appear in Purple Sector Tipping. An empty selection means all races show."
      />
      {races.data === undefined ? (
        <Panel single flush>
          {races.isError ? (
            <QueryError title="Couldn’t load the races" query={races} />
          ) : (
            <ListLoading title="Loading the races..." />
          )}
        </Panel>
      ) : races.data.length === 0 ? (
        <Panel single flush>
          <EmptyState title="No races found" text={`Create the sessions of ${weekend.name} first.`} />
        </Panel>
      ) : (
        <Choice weekend={weekend} races={races.data} />
      )}
    </>
  )
}

/** Selects which races of the weekend count in the open competition. */
export const FilterTab = () => (
  <WithWeekend title="Purple Sector Filter">{(weekend) => <Filter key={weekend.id} weekend={weekend} />}</WithWeekend>
)
