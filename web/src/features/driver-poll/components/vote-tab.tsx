import { Badge, Box, Button, Flex, Skeleton, Stack, Text } from '@mantine/core'
import type { Car, Weekend } from '@purple-sector/contracts/weekends/http'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { QueryError } from '../../../client/api/query-error.tsx'
import { Icon } from '../../../ui/base/icon.tsx'
import { useFocusFallback } from '../../../ui/base/use-focus-fallback.ts'
import { AsyncButton, type AsyncButtonProps } from '../../../ui/controls/async-button.tsx'
import { Panel, PanelGrid } from '../../../ui/layout/panel.tsx'
import { PhoneBar } from '../../../ui/layout/phone-bar.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { Plate } from '../../../ui/racing/plate.tsx'
import { useZone } from '../../session/use-zone.ts'
import { CategorySelect, useCategoryFilter } from '../../weekend-data/components/category-select.tsx'
import { useCastVote, useFields, useOwnVote, useResults, useStats } from '../api/poll-queries.ts'
import { rankDrivers } from '../api/poll-ranking.ts'
import { DriverRowSkeletons, DriverRows } from './driver-rows.tsx'
import { OwnVote } from './own-vote.tsx'
import { PollBar } from './poll-bar.tsx'
import { PollFigures } from './poll-figures.tsx'
import { PollHead } from './poll-head.tsx'

const WHOLE_LINE = { gridColumn: '1 / -1' }

const CLOSED = 'The weekend is over, so the poll is closed.'

type Picking = { pickedCar: Car | undefined; before: string | undefined; isSubmitting: boolean; submit(): void }

const SubmitButton = ({
  picking: { pickedCar, isSubmitting, submit },
  ...size
}: { picking: Picking } & Pick<AsyncButtonProps, 'w' | 'p'>) => (
  <AsyncButton type="submit" loading={isSubmitting} disabled={!pickedCar} onClick={submit} {...size}>
    {isSubmitting ? 'Submitting...' : 'Submit vote'}
  </AsyncButton>
)

const Foot = ({ onCancel, ...picking }: Picking & { onCancel(): void }) => {
  const { pickedCar, before, isSubmitting } = picking
  return (
    <>
      <Text size="sm" c="dimmed" flex="1 1 auto">
        {pickedCar ? (
          <>
            <Box component="b" c="var(--ps-ink)">
              {pickedCar.driver}
            </Box>
            {before && ` instead of ${before}`}
          </>
        ) : before ? (
          'Pick another driver to change your vote.'
        ) : (
          'Pick a driver.'
        )}
      </Text>
      {pickedCar && !isSubmitting && (
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      )}
      <SubmitButton picking={picking} />
    </>
  )
}

const ProjectedBoards = ({
  weekendId,
  fields,
}: {
  weekendId: number
  fields: ReturnType<typeof useFields>['fields']
}) => {
  const results = useResults(weekendId)
  const vote = useOwnVote(weekendId).data
  const first = rankDrivers(results.data ?? [], fields, vote).slice(0, 3)
  return (
    <Panel
      span={1}
      title="As it stands"
      flush={first.length === 0}
      actions={
        <Button
          component={Link}
          variant="quiet"
          size="sm"
          rightSection={<Icon icon={IconArrowRight} size={16} />}
          to="?tab=results"
        >
          Results
        </Button>
      }
    >
      {results.isError && !results.data ? (
        <QueryError order={3} title="Couldn’t load the results" query={results} />
      ) : !results.data ? (
        <Stack role="status" aria-label="Loading the results" gap={36} p="16px 16px 34px">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} height={22} />
          ))}
        </Stack>
      ) : first.length === 0 ? (
        <EmptyState order={3} title="No Votes Yet" text="Be the first to vote." />
      ) : (
        <Stack component="ul" gap={8}>
          {first.map((ranked) => (
            <PollBar key={`${ranked.categoryId} ${ranked.driverName}`} driver={ranked} />
          ))}
        </Stack>
      )}
    </Panel>
  )
}

/** Votes for the best driver of any category; can be changed until the weekend is completed. */
export const VoteTab = ({ weekend }: { weekend: Weekend }) => {
  const { fields, failed, isPending } = useFields(weekend.id)
  const ownVote = useOwnVote(weekend.id)
  const zone = useZone(weekend.timeZone)
  const stats = useStats(weekend.id)
  const chosenCategoryId = useCategoryFilter()
  const cast = useCastVote(weekend)
  const [selectedCar, setSelectedCar] = useState<Car>()
  const layout = useFocusFallback<HTMLDivElement>('input[type="radio"]')
  const vote = ownVote.data
  const isClosed = weekend.status === 'completed'
  const first = fields.find(({ categoryId }) => categoryId === vote?.categoryId) ?? fields[0]
  const field = fields.find(({ categoryId }) => categoryId === chosenCategoryId) ?? first
  const picking: Picking = {
    pickedCar: selectedCar,
    before: vote?.driverName,
    isSubmitting: cast.isPending,
    submit: () => selectedCar && cast.mutate(selectedCar, { onSuccess: () => setSelectedCar(undefined) }),
  }
  return (
    <Flex
      ref={layout}
      direction={{ base: 'column-reverse', sm: 'column', md: 'row' }}
      align={{ base: 'stretch', md: 'flex-start' }}
      gap={{ base: 8, sm: 16 }}
    >
      <Box flex={{ md: '1 1 0' }} miw={0}>
        <Panel single flush>
          <PollHead
            title="Best driver"
            beside={
              <>
                {field?.cars && <Badge size="sm">{field.cars.length}</Badge>}
                {isClosed && <Badge variant="ink">Closed</Badge>}
              </>
            }
            select={fields.length > 0 && <CategorySelect items={fields} first={first?.categoryId} />}
          />
          {failed || ownVote.isError ? (
            <QueryError order={3} title="Couldn’t load the poll" query={failed ?? ownVote} />
          ) : isPending || (field && !field.cars) || ownVote.isPending ? (
            <DriverRowSkeletons />
          ) : !field?.cars?.length ? (
            <EmptyState
              order={3}
              title="No drivers found for this weekend"
              text="Voting opens once the entry list is in."
            />
          ) : (
            <DriverRows
              cars={field.cars}
              pickedCar={selectedCar}
              vote={vote}
              isClosed={isClosed}
              onPick={setSelectedCar}
            />
          )}
          {isClosed ? (
            <Flex component="p" className="ps-foot ps-sm ps-muted" justify="flex-start">
              {CLOSED}
            </Flex>
          ) : (
            <Box className="ps-foot" visibleFrom="sm">
              <Foot {...picking} onCancel={() => setSelectedCar(undefined)} />
            </Box>
          )}
        </Panel>
      </Box>
      <Box flex="none" w={{ md: 340, lg: 420 }}>
        <PanelGrid columns={1}>
          <OwnVote vote={vote} fields={fields} zone={zone} isClosed={isClosed} />
          <Box visibleFrom="sm">
            <PollFigures stats={stats.data} categories={fields.length} />
          </Box>
          <Box visibleFrom="sm">
            <ProjectedBoards weekendId={weekend.id} fields={fields} />
          </Box>
        </PanelGrid>
      </Box>
      {selectedCar && !isClosed && (
        <PhoneBar>
          <Flex align="center" gap={8} style={WHOLE_LINE}>
            <Plate number={selectedCar.plate} size="sm" />
            <Box component="b" className="ps-fill ps-clip" fw={560}>
              {selectedCar.driver}
            </Box>
            <SubmitButton picking={picking} w={148} p={0} />
          </Flex>
        </PhoneBar>
      )}
    </Flex>
  )
}
