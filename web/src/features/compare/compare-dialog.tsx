import { Accordion, Box, Flex, NativeSelect, SimpleGrid, Skeleton, Stack, Table, Text } from '@mantine/core'
import '@mantine/core/styles/Accordion.layer.css'
import '@mantine/core/styles/Table.layer.css'
import type { Comparison } from '@purple-sector/contracts/tipping/compare'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '../../client/api/query-error.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { EmptyState, LoadingState } from '../../ui/layout/state.tsx'
import { Avatar } from '../../ui/racing/avatar.tsx'
import { Plate } from '../../ui/racing/plate.tsx'
import { formatNumber, ordinal, plural } from '../../ui/time/format.ts'
import { entryName } from '../leaderboard-rows/components/entry-name.ts'
import { roundName } from '../weekend-data/api/weekend-labels.ts'
import { compareQuery } from './compare-query.ts'

type Fan = Comparison['you']
type Weekend = Comparison['competitions'][number]['weekends'][number]
type Race = Weekend['categories'][number]['races'][number]

const DASH = '–'
const OPEN = 'open'

const pointsOf = (side: Weekend['you']): string => (side?.points === null || !side ? DASH : formatNumber(side.points))

const totalOf = (weekends: readonly Weekend[], side: 'you' | 'them'): number =>
  weekends.reduce((sum, weekend) => sum + (weekend[side]?.points ?? 0), 0)

/** A fan with their points over all weekends. */
const FanTotal = ({ fan, total, isAhead }: { fan: Fan; total: number; isAhead: boolean }) => (
  <Flex align="center" gap={10} miw={0}>
    <Avatar name={entryName(fan)} of={fan} />
    <Box miw={0}>
      <Text className="ps-clip" fw={600} dir="auto">
        {entryName(fan)}
      </Text>
      <Text variant="note" className={isAhead ? 'ps-best' : undefined}>
        {plural(total, 'point')}
      </Text>
    </Box>
  </Flex>
)

/** Whether the points of a fan, and so their picks, are hidden from the signed-in one. */
const isHidden = (side: Weekend['you']): boolean => side?.points === null

const PickCell = ({ pick, side }: { pick: Race['you']; side: Weekend['you'] }) => (
  <Table.Td>
    {pick ? (
      <Flex align="center" gap={8}>
        <Plate number={pick.plate} size="sm" />
        <span className="ps-num">{pick.points === null ? DASH : formatNumber(pick.points)}</span>
      </Flex>
    ) : (
      <span className="ps-faint">{isHidden(side) ? 'Hidden' : 'No tip'}</span>
    )}
  </Table.Td>
)

const PICK_WIDTH = { base: 96, sm: 132 }

const Picks = ({ weekend, you, them }: { weekend: Weekend; you: string; them: string }) => {
  if (weekend.categories.length === 0)
    return <Text variant="note">Picks are revealed once the last race of a category locks.</Text>
  return (
    <Stack gap={14}>
      {weekend.categories.map(({ categoryId, category, races }) => (
        <Table key={categoryId} aria-label={category} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th ta="left">{category}</Table.Th>
              <Table.Th ta="left" w={PICK_WIDTH}>
                {you}
              </Table.Th>
              <Table.Th ta="left" w={PICK_WIDTH} dir="auto" className="ps-clip">
                {them}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {races.map((race) => (
              <Table.Tr key={race.raceId}>
                <Table.Th scope="row" ta="left">
                  {race.name}
                </Table.Th>
                <PickCell pick={race.you} side={weekend.you} />
                <PickCell pick={race.them} side={weekend.them} />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ))}
    </Stack>
  )
}

/** In line with what stands above, with room before the chevron. */
const FLUSH = {
  control: { paddingInline: 0, gap: 12 },
  content: { paddingInline: 0 },
  label: { minWidth: 0 },
}

const SIDE_WIDTH = { base: 62, sm: 96 }

/** Whose points stand in which column; the fans' names above say it to screen readers. */
const Columns = ({ them }: { them: string }) => (
  <Flex className="ps-label" justify="flex-end" gap={12} pr={27} aria-hidden="true">
    <Box w={SIDE_WIDTH} ta="right">
      You
    </Box>
    <Box w={SIDE_WIDTH} ta="right" className="ps-clip" dir="auto">
      {them}
    </Box>
  </Flex>
)

const WeekendHead = ({ weekend }: { weekend: Weekend }) => (
  <Flex align="center" gap={12}>
    <Box className="ps-fill" miw={0}>
      <Text className="ps-clip" fw={560}>
        {roundName(weekend)}
      </Text>
    </Box>
    {[weekend.you, weekend.them].map((side, index) => (
      <Box key={index === 0 ? 'you' : 'them'} flex="none" w={SIDE_WIDTH} ta="right">
        <span className="ps-num">{pointsOf(side)}</span>{' '}
        {side?.position && (
          <Text component="span" variant="note">
            {ordinal(side.position)}
          </Text>
        )}
      </Box>
    ))}
  </Flex>
)

const Body = ({ comparison }: { comparison: Comparison }) => {
  const { competitions, you, them } = comparison
  const [chosen, choose] = useState(OPEN)
  const keyOf = (groupId: number | null) => (groupId === null ? OPEN : String(groupId))
  const competition = competitions.find(({ groupId }) => keyOf(groupId) === chosen) ?? competitions[0]
  const weekends = competition?.weekends ?? []
  const [yours, theirs] = [totalOf(weekends, 'you'), totalOf(weekends, 'them')]
  return (
    <Stack gap={16}>
      {competitions.length > 1 && (
        <NativeSelect
          label="Competition"
          value={chosen}
          onChange={({ currentTarget: { value } }) => choose(value)}
          data={competitions.map(({ groupId, groupName }) => ({
            value: keyOf(groupId),
            label: groupId === null ? 'Open competition' : (groupName ?? 'Group'),
          }))}
        />
      )}
      <SimpleGrid cols={2}>
        <FanTotal fan={you} total={yours} isAhead={yours > theirs} />
        <FanTotal fan={them} total={theirs} isAhead={theirs > yours} />
      </SimpleGrid>
      {weekends.length === 0 ? (
        <EmptyState
          title="Nothing to compare yet"
          text="Once one of you has tipped in a live or finished weekend, it shows here."
        />
      ) : (
        <div>
          <Columns them={entryName(them)} />
          <Accordion aria-label="Weekends" styles={FLUSH}>
            {weekends.map((weekend) => (
              <Accordion.Item key={weekend.weekendId} value={String(weekend.weekendId)}>
                <Accordion.Control>
                  <WeekendHead weekend={weekend} />
                </Accordion.Control>
                <Accordion.Panel>
                  <Picks weekend={weekend} you="You" them={entryName(them)} />
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </div>
      )}
    </Stack>
  )
}

/** The signed-in fan beside another: points, positions and revealed picks, weekend by weekend. */
export const CompareDialog = ({ userId, name, onClose }: { userId: string; name: string; onClose(): void }) => {
  const comparison = useQuery(compareQuery(userId))
  return (
    <Dialog opened onClose={onClose} title={`You and ${name}`} size="md">
      {comparison.data ? (
        <Body comparison={comparison.data} />
      ) : comparison.isError ? (
        <QueryError query={comparison} title="Couldn’t compare the two of you" order={3} />
      ) : (
        <LoadingState title="Comparing" order={3}>
          <Skeleton h={160} />
        </LoadingState>
      )}
    </Dialog>
  )
}
